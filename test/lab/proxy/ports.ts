import type { Socket } from "node:net";
import { type Listener, listen } from "../listener.ts";

/** Below the ports a system gives to outgoing connections, so that a stopped proxy finds its own free again. */
const LOWEST = 18_000;
const HIGHEST = 30_000;
const TRIES = 3_000;
/** Files of tests that run side by side; more than a machine has ever been given. */
const SHARES = 8;

/**
 * The ports of one worker of a test run, counted from 1, which no other worker uses: else one could take the port of a proxy
 * that another has stopped, and means to start again.
 *
 * @returns the first one, and the one after the last
 */
export function portsOf(worker: number): readonly [number, number] {
  const size = (HIGHEST - LOWEST) / SHARES;
  const lowest = LOWEST + (worker % SHARES) * size;
  return [lowest, lowest + size];
}

const [FIRST, END] = portsOf(Number(process.env.VITEST_POOL_ID ?? 0));
let next = FIRST + Math.floor(Math.random() * (END - FIRST));

/** Listens on one port of several addresses; port 0: one that is free on all of them. */
export async function listenOnAll(
  addresses: readonly string[],
  port: number,
  serve: (socket: Socket) => void,
): Promise<readonly Listener[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const wanted = port === 0 ? nextPort() : port;
    const opened = await Promise.allSettled(addresses.map((address) => listen(address, wanted, serve)));
    const listeners = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    if (listeners.length === addresses.length) return listeners;
    await Promise.all(listeners.map((listener) => listener.close()));
    const failure = opened.find((one) => one.status === "rejected");
    if (port !== 0) throw failure?.reason;
  }
  throw new Error(`no port is free on ${addresses.join(" and ")} after ${TRIES} tries`);
}

const nextPort = (): number => {
  next = next + 1 >= END ? FIRST : next + 1;
  return next;
};
