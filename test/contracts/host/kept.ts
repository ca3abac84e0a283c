import browser from "webextension-polyfill";
import type { Call } from "./calls.ts";

/** What a woken host goes on with. */
export interface Kept {
  /** The call that says how requests go. */
  readonly last: Extract<Call, readonly ["take" | "block" | "release", ...unknown[]]>;
  /** The platform's own memory. */
  readonly memory: unknown;
}

const KEY = "kept";

/**
 * `storage.session`, as the real background keeps its run; as text, for Chrome's storage sorts the fields of an object, and
 * the real background makes its routing anew with its fields in one order.
 */
export const kept = {
  async read(): Promise<Kept | null> {
    const { [KEY]: text } = await browser.storage.session.get(KEY);
    return typeof text === "string" ? JSON.parse(text) : null;
  },
  write: (value: Kept): Promise<void> => browser.storage.session.set({ [KEY]: JSON.stringify(value) }),
};

/** The last call once these were made too: fresher plans are part of what was taken. */
export function lastOf(before: Kept["last"], calls: readonly Call[]): Kept["last"] {
  let last = before;
  for (const call of calls) {
    if (call[0] === "take" || call[0] === "block" || call[0] === "release") last = call;
    if (call[0] === "update" && last[0] === "take" && call[2] > last[1].revision)
      last = ["take", { ...last[1], plans: call[1], revision: call[2] }];
  }
  return last;
}
