declare module "siphash" {
  /** SipHash-2-4 of a text (UTF-8) or bytes under a key of four 32-bit words, as two unsigned 32-bit halves. */
  export function hash(key: readonly number[], message: string | Uint8Array): { h: number; l: number };
  const siphash: { hash: typeof hash };
  export default siphash;
}
