import { type Certificates, createCertificates } from "./certificates.ts";
import { type ConfigOptions, type LabConfig, labConfig } from "./config.ts";
import { createExits, type Exit } from "./exits.ts";
import { IP_SERVICES, ipServiceAt, type ServiceMode } from "./ip-services.ts";
import { listen } from "./listener.ts";
import { type Answer, type Asked, html, json, whole } from "./origin/answer.ts";
import { createOrigins } from "./origin/origins.ts";
import { pageFor } from "./origin/pages.ts";
import type { Behaviour, ProxyKind } from "./proxy/behaviour.ts";
import type { Where } from "./proxy/gate.ts";
import { type LabProxy, startProxy } from "./proxy/proxy.ts";
import { createRequestLog, type RequestFilter, type SeenRequest } from "./request-log.ts";

/** A proxy to be: how it misbehaves at first may be named beside it. */
export interface ProxySpec extends Partial<Behaviour> {
  readonly name: string;
  readonly kind: ProxyKind;
  /** 1 to 250; proxies with the same number leave by the same address. */
  readonly exit: number;
  /** 1 to 250; proxies with the same number listen on one address, at ports of their own. The place in the list when unset. */
  readonly address?: number;
  /** One that is free when unset. A port that is named must be free at the start. */
  readonly port?: number;
}

export interface LabOptions {
  readonly proxies?: readonly ProxySpec[];
  /** False: as on a machine that has no loopback address but 127.0.0.1. Found out when unset. */
  readonly ownAddresses?: boolean;
}

export interface Lab {
  readonly certificates: Certificates;
  /** The port on 127.0.0.1 where every site answers, http and https alike. */
  readonly port: number;
  readonly proxies: readonly LabProxy[];
  /** Throws on a name the lab does not have. */
  proxy(name: string): LabProxy;
  exit(number: number): Exit;
  /** What the sites saw, the oldest first. */
  requests(filter?: RequestFilter): readonly SeenRequest[];
  /** Switches one of the IP services, or all. */
  setService(name: string | "all", mode: ServiceMode): void;
  /** What an address answers from now on, such as `lists.example/a.txt`, whatever its scheme; null: as usual. */
  setAnswer(address: string, answer: Answer | null): void;
  config(options?: ConfigOptions): LabConfig;
  /** Forgets what sites and proxies saw. */
  clear(): void;
  /** Clears, and puts every proxy and service back to how it began. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** One of each kind, with and without account; two share an exit, two share an address. */
export const USUAL_PROXIES: readonly ProxySpec[] = [
  { name: "de-1", kind: "http", exit: 1, delayMs: 40 },
  { name: "nl-1", kind: "http", exit: 2, address: 2, delayMs: 80, account: { username: "lab", password: "let-me-in" } },
  { name: "nl-2", kind: "socks5", exit: 2, address: 2, delayMs: 120 },
  { name: "fi-1", kind: "https", exit: 3, delayMs: 60 },
  { name: "us-1", kind: "socks5", exit: 4, delayMs: 160, ipv6: false },
];

/** Starts a small internet on loopback. Every name leads to it, through its proxies and, for a browser told so, without them. */
export async function createLab(options: LabOptions = {}): Promise<Lab> {
  const ownAddresses = options.ownAddresses ?? (await hasOwnAddresses());
  const certificates = createCertificates();
  const exits = createExits(ownAddresses);
  const log = createRequestLog();
  const services = new Map<string, ServiceMode>();
  const answers = new Map<string, Answer>();
  const sites = await createOrigins({
    certificates,
    exits,
    log,
    answer: (asked) => answers.get(`${asked.seen.host}${asked.url.pathname}`) ?? siteAnswer(asked, services),
  });
  const captive = await createOrigins({ certificates, exits, log: createRequestLog(), answer: captivePage });
  const intercept = await createOrigins({
    certificates: { ...certificates, leaf: certificates.bad },
    exits,
    log: createRequestLog(),
    answer: pageFor,
  });
  const ports: Readonly<Record<Where, number>> = {
    sites: sites.port,
    captive: captive.port,
    intercept: intercept.port,
  };

  const start = (spec: ProxySpec, index: number): Promise<LabProxy> => {
    const { name, kind, exit: number, address = (index % 250) + 1, port = 0, ...behaviour } = spec;
    const exit = exits.exit(number);
    // 127.0.0.1 too: Firefox, told to resolve every name to it, takes the proxies' own addresses for names
    const addresses = ownAddresses ? [`127.0.2.${address}`, "127.0.0.1"] : ["127.0.0.1"];
    const dial = (where: Where) => exits.dial(exit, ports[where]);
    return startProxy({ name, kind, exit, addresses, port, behaviour, certificates, dial });
  };
  const proxies: LabProxy[] = [];
  for (const [index, spec] of (options.proxies ?? USUAL_PROXIES).entries()) proxies.push(await start(spec, index));
  const byName = new Map(proxies.map((proxy) => [proxy.name, proxy]));

  const clear = (): void => {
    log.clear();
    for (const proxy of proxies) proxy.clear();
  };
  return {
    certificates,
    port: sites.port,
    proxies,
    proxy(name) {
      const proxy = byName.get(name);
      if (!proxy) throw new Error(`expected a proxy of the lab (${[...byName.keys()].join(", ")}), got ${name}`);
      return proxy;
    },
    exit: exits.exit,
    requests: log.list,
    setService(name, mode) {
      for (const one of name === "all" ? Object.keys(IP_SERVICES) : [name]) services.set(one, mode);
    },
    setAnswer(address, answer) {
      if (answer) answers.set(address, answer);
      else answers.delete(address);
    },
    config: (wanted) => labConfig(proxies, wanted),
    clear,
    async restore() {
      clear();
      services.clear();
      answers.clear();
      await Promise.all(proxies.map((proxy) => proxy.restore()));
    },
    async close() {
      await Promise.all([...proxies.map((proxy) => proxy.stop()), sites.close(), captive.close(), intercept.close()]);
    },
  };
}

/** Linux and Windows have all of 127.0.0.0/8; macOS has 127.0.0.1 alone. */
async function hasOwnAddresses(): Promise<boolean> {
  try {
    const probe = await listen("127.0.2.1", 0, (socket) => socket.destroy());
    await probe.close();
    return true;
  } catch {
    return false;
  }
}

function siteAnswer(asked: Asked, services: ReadonlyMap<string, ServiceMode>): Answer {
  const found = ipServiceAt(asked.seen.host, asked.url.pathname);
  if (!found) return pageFor(asked);
  const { name, service } = found;
  switch (services.get(name) ?? "answers") {
    case "answers":
      return told(service.answer(asked.exit, asked.seen.host));
    case "fails":
      return told(service.failure);
    case "limited":
      return json({ error: true, reason: "RateLimited" }, 429);
    case "html":
      return html("Just a moment...", "<h1>Checking your browser</h1>");
    case "hangs":
      return { kind: "hang" };
  }
}

const told = (value: object | string): Answer =>
  typeof value === "string" ? whole(200, "text/plain", value) : json(value);

const captivePage = (): Answer => html("Welcome", "<h1>Accept the terms to go online</h1>");
