import type { ChannelSecret } from "../../src/pac/command.ts";

/** A short random name, for nonces and runs. */
export const randomName = (): string => hex(8);

/** A 32-bit seed for the core's draws. */
export const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

/** A new secret for the PAC program's control channel: 128 bits of name, 128 bits of key. */
export function randomSecret(): ChannelSecret {
  return { host: hex(16), key: [...crypto.getRandomValues(new Uint32Array(4))] };
}

const hex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
