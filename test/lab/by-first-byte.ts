import type { Socket } from "node:net";

/** The first byte of a TLS handshake record. */
export const TLS_HANDSHAKE = 0x16;

/** Looks at a connection's first byte without taking it, then hands the connection on. */
export function byFirstByte(socket: Socket, choose: (first: number) => void): void {
  socket.once("data", (chunk: Buffer) => {
    socket.pause();
    socket.unshift(chunk);
    choose(chunk[0] ?? 0);
    process.nextTick(() => socket.resume());
  });
}
