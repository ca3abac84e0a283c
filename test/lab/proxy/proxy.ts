import type { Socket } from "node:net";
import type { Certificates } from "../certificates.ts";
import type { Exit } from "../exits.ts";
import type { Listener } from "../listener.ts";
import { type Behaviour, isSilent, type ProxyKind, stageOf, USUAL } from "./behaviour.ts";
import { endConnection } from "./end-connection.ts";
import { type Asked, createGate, type GateParts } from "./gate.ts";
import { createHttpProxy } from "./http-proxy.ts";
import { listenOnAll } from "./ports.ts";
import { serveSocks } from "./socks-proxy.ts";
import { createTerminators } from "./tls-terminator.ts";

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
  /** Bytes that went over its connections since it listens, in both directions. */
  readonly bytes: number;
  behaviour(): Behaviour;
  /** Switches part of its behaviour; what is not named stays. */
  set(change: Partial<Behaviour>): void;
  /** The behaviour it began with, and listening. */
  restore(): Promise<void>;
  clear(): void;
  /** Ends all its connections, with a reset when `reset`, as a machine does that has started again. */
  cut(reset?: boolean): void;
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
  /** The same on all of them; 0: one that is free. */
  readonly port: number;
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
  const languages = speakers(parts, () => behaviour, note);
  const serve = (socket: Socket): void => {
    const { fault } = behaviour;
    if (stageOf(fault) === "accept" || isSilent(fault)) {
      socket.resume();
      endConnection(socket, fault);
    } else languages[fault?.kind === "speaks" ? fault.as : kind](socket);
  };
  let listeners: readonly Listener[] = await listenOnAll(addresses, parts.port, serve);
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
    get bytes() {
      return listeners.reduce((sum, listener) => sum + listener.bytes, 0);
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
    cut(reset) {
      for (const listener of listeners) listener.cut(reset);
    },
    async stop() {
      const closing = listeners;
      listeners = [];
      await Promise.all(closing.map((listener) => listener.close()));
    },
    start,
  };
}

/** What a proxy does with a connection, by the kind it is. */
function speakers(
  parts: ProxyParts,
  behaviour: () => Behaviour,
  note: GateParts["note"],
): Readonly<Record<ProxyKind, (socket: Socket) => void>> {
  const gate = createGate({ behaviour, note, dial: parts.dial });
  const server = createHttpProxy(gate);
  const speakHttp = (socket: Socket): boolean => server.emit("connection", socket);
  const secure = createTerminators(parts.certificates, parts.addresses[0] ?? "", speakHttp);
  return {
    http: speakHttp,
    https: (socket) => secure(behaviour().certificate).emit("connection", socket),
    socks4: (socket) => void serveSocks(gate, 4, socket),
    socks5: (socket) => void serveSocks(gate, 5, socket),
  };
}
