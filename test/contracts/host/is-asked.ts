import type { Asked } from "./calls.ts";

/** Whether a message is one of the test's. The pages of the host are the only ones that can send it any. */
export const isAsked = (message: unknown): message is Asked =>
  typeof message === "object" && message !== null && "calls" in message && Array.isArray(message.calls);
