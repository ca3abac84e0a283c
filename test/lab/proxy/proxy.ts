import type { Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import type { Certificates, Leaf } from "../certificates.ts";
import type { Exit } from "../exits.ts";
import type { Listener } from "../listener.ts";
import { type Behaviour, stageOf, USUAL } from "./behaviour.ts";
import { endConnection } from "./end-connection.ts";
import { type Asked, createGate, type GateParts } from "./gate.ts";
import { createHttpProxy } from "./http-proxy.ts";
import { listenOnAll } from "./ports.ts";
import { serveSocks } from "./socks-proxy.ts";

export type ProxyKind = "http" | "https" | "socks4" | "socks5";

/** A request as a proxy met it. */
export interface ProxyEvent extends Asked {
  readonly at: number;
}

export interface LabProxy {
  readonly name: string;
  readonly kind: ProxyKind;
  readonly exit: Exit;
  readonly address: string;
  readonly port: number;
  /** Requests it met since the start or the last `clear`, the oldest first. */
  readonly events: readonly ProxyEvent[];
  /** Connections open now. */
  readonly open: number;
  behaviour(): Behaviour;
  /** Switches part of its behaviour; what is not named stays. */
  set(change: Partial<Behaviour>): void;
  /** The behaviour it began with, and listening. */
  restore(): Promise<void>;
  clear(): void;
  /** Ends all its connections. */
  cut(): void;
  /** Closes its port: who connects is refused. */
  stop(): Promise<void>;
  /** Listens again, on the same port. */
  start(): Promise<void>;
}

export interface ProxyParts {
  readonly name: string;
  readonly kind: ProxyKind;
  readonly exit: Exit;
  /** Where it listens: its own address first. */
  readonly addresses: readonly string[];
  readonly behaviour: Partial<Behaviour>;
  readonly certificates: Certificates;
  readonly dial: GateParts["dial"];
}

const MOST_EVENTS = 20_000;

/** A proxy server of the lab, listening. */
export async function startProxy(parts: ProxyParts): Promise<LabProxy> {
  const { name, kind, exit, addresses } = parts;
  const usual: Behaviour = { ...USUAL, ...parts.behaviour };
  let behaviour = usual;
  let events: ProxyEvent[] = [];
  const note = (asked: Asked): void => {
    if (events.length >= MOST_EVENTS) events = events.slice(MOST_EVENTS / 2);
    events.push({ ...asked, at: Date.now() });
  };
  const speak = speaker(parts, () => behaviour, note);
  const serve = (socket: Socket): void => {
    if (stageOf(behaviour.fault) === "accept") {
      socket.resume();
      endConnection(socket, behaviour.fault);
    } else speak(socket);
  };
  let listeners: readonly Listener[] = await listenOnAll(addresses, 0, serve);
  const port = listeners[0]?.port ?? 0;
  const start = async (): Promise<void> => {
    if (listeners.length === 0) listeners = await listenOnAll(addresses, port, serve);
  };
  return {
    name,
    kind,
    exit,
    address: addresses[0] ?? "",
    port,
    get events() {
      return events;
    },
    get open() {
      return listeners.reduce((sum, listener) => sum + listener.open, 0);
    },
    behaviour: () => behaviour,
    set(change) {
      behaviour = { ...behaviour, ...change };
    },
    async restore() {
      behaviour = usual;
      await start();
    },
    clear() {
      events = [];
    },
    cut() {
      for (const listener of listeners) listener.cut();
    },
    async stop() {
      const closing = listeners;
      listeners = [];
      await Promise.all(closing.map((listener) => listener.close()));
    },
    start,
  };
}

/** What a proxy of this kind does with a connection. */
function speaker(parts: ProxyParts, behaviour: () => Behaviour, note: GateParts["note"]): (socket: Socket) => void {
  const gate = createGate({ behaviour, note, dial: parts.dial });
  switch (parts.kind) {
    case "socks4":
      return (socket) => void serveSocks(gate, 4, socket);
    case "socks5":
      return (socket) => void serveSocks(gate, 5, socket);
    case "http": {
      const server = createHttpProxy(gate);
      return (socket) => server.emit("connection", socket);
    }
    case "https": {
      const server = createHttpProxy(gate);
      const address = parts.addresses[0] ?? "";
      const onSecure = (socket: Socket): boolean => server.emit("connection", socket);
      const good = terminator(parts.certificates.leaf(address), parts.certificates.leaf, onSecure);
      const bad = terminator(parts.certificates.bad(address), parts.certificates.bad, onSecure);
      return (socket) => (behaviour().certificate === "good" ? good : bad).emit("connection", socket);
    }
  }
}

function terminator(leaf: Leaf, named: (name: string) => Leaf, onSecure: (socket: Socket) => void): TlsServer {
  const server = createTlsServer({
    key: leaf.key,
    cert: leaf.cert,
    ALPNProtocols: ["http/1.1"],
    SNICallback: (name, done) => done(null, named(name).context),
  });
  server.on("secureConnection", (socket) => {
    socket.on("error", () => {});
    onSecure(socket);
  });
  server.on("tlsClientError", () => {});
  return server;
}
