import type { ProxySpec } from "../../lab/lab.ts";

const ACCOUNT = { username: "lab", password: "let-me-in" };
const KINDS = [
  { kind: "http" },
  { kind: "https" },
  { kind: "socks5" },
  { kind: "http", account: ACCOUNT },
  { kind: "https", account: ACCOUNT },
] as const;

/** Members of every kind, each with an exit and a delay of its own; several share an address. */
export const MEMBERS: readonly ProxySpec[] = Array.from({ length: 24 }, (_, i) => ({
  name: `m${i}`,
  exit: i + 1,
  address: (i % 5) + 1,
  delayMs: (i * 7) % 24,
  ...(KINDS[i % KINDS.length] ?? { kind: "http" }),
}));

export const TAGS = MEMBERS.map(({ name }) => name);

/** Proxies that fail in a test, each only in its own: what a browser learnt of them stays with it. */
const FAILING: readonly ProxySpec[] = [
  { name: "stopped", kind: "http", exit: 41, address: 41 },
  { name: "faulty", kind: "http", exit: 42, address: 42 },
  { name: "faulty-socks", kind: "socks5", exit: 43, address: 43 },
  { name: "given-up", kind: "http", exit: 44, address: 44 },
  { name: "wrong-http", kind: "http", exit: 45, address: 45, account: ACCOUNT },
  { name: "wrong-https", kind: "https", exit: 46, address: 46, account: ACCOUNT },
  { name: "asks", kind: "http", exit: 47, address: 47, account: ACCOUNT },
];

export const PROXIES: readonly ProxySpec[] = [...MEMBERS, ...FAILING];
