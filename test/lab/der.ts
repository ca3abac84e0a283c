/** The few pieces of DER (ITU-T X.690) that a certificate is made of. Encoding only: the lab never reads one. */

const tagged = (tag: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);

/** Lengths under 128 are one byte; longer ones say first how many bytes follow. */
function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes = bigEndian(length);
  return [0x80 | bytes.length, ...bytes];
}

function bigEndian(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}

export const sequence = (...parts: Uint8Array[]): Buffer => tagged(0x30, Buffer.concat(parts));
export const set = (...parts: Uint8Array[]): Buffer => tagged(0x31, Buffer.concat(parts));
export const octets = (content: Uint8Array): Buffer => tagged(0x04, content);
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text, "utf8"));
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]));

/** An unsigned integer: a leading zero keeps the top bit from being read as a sign. */
export const integer = (bytes: Uint8Array): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return tagged(0x02, (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short);
};

/** Bits, of which the last `unused` of the last byte do not count. */
export const bits = (content: Uint8Array, unused = 0): Buffer =>
  tagged(0x03, Buffer.concat([Buffer.from([unused]), content]));

/** A dotted object identifier; the first two numbers share a byte, the others are written in base 128. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift(0x80 | (rest & 0x7f));
  return bytes;
}

/** A moment as GeneralizedTime, in UTC and whole seconds. */
export const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(`${at.toISOString().replace(/\.\d+|[-:T]/g, "")}`, "ascii"));

/** Context-specific tag; `constructed` when its content is DER itself. */
export const context = (number: number, content: Uint8Array, constructed = true): Buffer =>
  tagged((constructed ? 0xa0 : 0x80) | number, content);
