import type { Socket } from "node:net";
import type { Fault } from "./behaviour.ts";

/** Bytes of no protocol: they begin as TLS does, and are none. */
export const NO_PROTOCOL = "\x16\x03 nothing a browser could read\r\n\r\n";

/** Whether garbage is to be answered at this point of a request. */
export const isGarbage = (fault: Fault | null, at: "connect" | "tunnel"): boolean =>
  fault?.kind === "garbage" && (fault.at ?? "connect") === at;

/** Answers the first that comes through a tunnel; sent any earlier it would be an answer to CONNECT. */
export function answerGarbage(socket: Socket, head: Buffer = Buffer.alloc(0)): void {
  if (head.length > 0) socket.unshift(head);
  socket.once("data", () => socket.end(NO_PROTOCOL));
  socket.resume();
}
