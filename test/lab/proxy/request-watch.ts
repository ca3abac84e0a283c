import { TLS_HANDSHAKE } from "../by-first-byte.ts";

const APPLICATION_DATA = 0x17;
const HEADER_BYTES = 5;

/**
 * Watches the bytes a client sends through a tunnel and says when it has begun to ask: at the first byte of a plain connection; in
 * TLS at the first record of application data, which (1.2 and 1.3 alike) follows what the client needs for its handshake.
 */
export function createRequestWatch(): (chunk: Uint8Array) => boolean {
  let asked = false;
  let header: number[] = [];
  let skip = 0; // bytes left of the present record
  return (chunk) => {
    for (let at = 0; at < chunk.length && !asked; ) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - at);
        skip -= step;
        at += step;
        continue;
      }
      header.push(chunk[at++] ?? 0);
      const [type = 0, , , high = 0, low = 0] = header;
      // 0x14 to 0x17 are the record types of TLS; anything else is no TLS at all
      if (type === APPLICATION_DATA || type < TLS_HANDSHAKE - 2 || type > APPLICATION_DATA) asked = true;
      if (header.length < HEADER_BYTES) continue;
      skip = high * 256 + low;
      header = [];
    }
    return asked;
  };
}
