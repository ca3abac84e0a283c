import type { ProxySpec } from "./lab.ts";

/** What `npm start` shows: several countries and kinds, some shared exits, and proxies in the usual troubles. */
export const DEMO_PROXIES: readonly ProxySpec[] = [
  { name: "Frankfurt", kind: "http", exit: 1, delayMs: 35, jitterMs: 10 },
  { name: "Frankfurt 2", kind: "socks5", exit: 1, delayMs: 55, jitterMs: 15 },
  { name: "Amsterdam", kind: "https", exit: 2, delayMs: 45, jitterMs: 10 },
  { name: "Helsinki", kind: "http", exit: 3, delayMs: 90, jitterMs: 20, account: { username: "lab", password: "lab" } },
  { name: "Ashburn", kind: "socks5", exit: 4, delayMs: 180, jitterMs: 30 },
  { name: "Tokyo", kind: "http", exit: 5, delayMs: 420, jitterMs: 60, bytesPerSecond: 250_000 },
  { name: "Hotel", kind: "http", exit: 6, delayMs: 20, fault: { kind: "captive" } },
  { name: "Full up", kind: "http", exit: 7, delayMs: 20, fault: { kind: "status", status: 503 } },
];
