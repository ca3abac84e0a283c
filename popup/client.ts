import browser from "webextension-polyfill";
import type { ReplyMessage, RequestMessage, RequestName, Requests } from "../src/protocol/requests.ts";

export type Answer<N extends RequestName> = Awaited<ReturnType<Requests[N]>>;

/** Asks the background. */
export type Ask = <N extends RequestName>(name: N, ...asked: Parameters<Requests[N]>) => Promise<Answer<N>>;

/** @throws Error with the background's words when it failed, or when nobody answered */
export const ask: Ask = async <N extends RequestName>(
  name: N,
  ...asked: Parameters<Requests[N]>
): Promise<Answer<N>> => {
  const message: RequestMessage<N> = { ask: name, with: asked[0] };
  const reply = (await browser.runtime.sendMessage(message)) as ReplyMessage<N> | null | undefined;
  if (!reply) throw new Error(`the background gave no answer to ${name}`);
  if (!reply.ok) throw new Error(reply.message);
  return reply.value as Answer<N>;
};
