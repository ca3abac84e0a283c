import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { Fault } from "./behaviour.ts";

/** Does to a connection what a fault says: nothing (it hangs), a close, or a reset. */
export function endConnection(socket: Duplex, fault: Fault | null): void {
  if (fault?.kind === "drop") socket.destroy();
  if (fault?.kind === "reset") reset(socket);
}

function reset(socket: Duplex): void {
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else socket.destroy(); // under TLS there is no way to the reset; its end without a farewell is close enough
}
