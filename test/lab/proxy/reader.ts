import type { Socket } from "node:net";

/** Reads a handshake byte by byte; what comes after it is given back to the socket. */
export interface Reader {
  /** The next `count` bytes. Fails when the connection ends first. */
  take(count: number): Promise<Buffer>;
  /** The bytes up to a zero byte, without it; at most 255, as no SOCKS field is longer. */
  text(): Promise<string>;
  /** Ends reading. The socket is paused, what was read too far is put back. */
  release(): void;
}

const LONGEST_TEXT = 255;

export function createReader(socket: Socket): Reader {
  let held = Buffer.alloc(0);
  let wake = (): void => {};
  let ended = false;
  const onData = (chunk: Buffer): void => {
    held = Buffer.concat([held, chunk]);
    wake();
  };
  const onEnd = (): void => {
    ended = true;
    wake();
  };
  socket.on("data", onData);
  socket.once("end", onEnd);
  socket.once("close", onEnd);
  const take = async (count: number): Promise<Buffer> => {
    while (held.length < count) {
      if (ended) throw new Error(`expected ${count} bytes, got ${held.length} and the end`);
      await new Promise<void>((done) => {
        wake = done;
      });
    }
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    take,
    async text() {
      const bytes: number[] = [];
      while (bytes.length <= LONGEST_TEXT) {
        const [byte = 0] = await take(1);
        if (byte === 0) return Buffer.from(bytes).toString("latin1");
        bytes.push(byte);
      }
      throw new Error(`expected a zero byte within ${LONGEST_TEXT}`);
    },
    release() {
      socket.pause();
      socket.off("data", onData);
      socket.off("end", onEnd);
      socket.off("close", onEnd);
      if (held.length > 0) socket.unshift(held);
    },
  };
}
