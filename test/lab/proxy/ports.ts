import type { Socket } from "node:net";
import { type Listener, listen } from "../listener.ts";

/** Below the ports a system gives to outgoing connections, so that a stopped proxy finds its own free again. */
const LOWEST = 18_000;
const HIGHEST = 30_000;
const TRIES = 3_000;

let next = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));

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
  next = next >= HIGHEST ? LOWEST : next + 1;
  return next;
};
