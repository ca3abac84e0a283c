import { once } from "node:events";
import type { Socket } from "node:net";
import type { Behaviour } from "./behaviour.ts";

/** What a proxy's two languages, HTTP and SOCKS, need from the proxy they speak for. */
export interface Gate {
  behaviour(): Behaviour;
  /** Notes a request; waits the behaviour's delay. */
  arrive(asked: Asked): Promise<void>;
  /** Connects to a site of the lab, whatever its name; null when the name leads nowhere. */
  reach(host: string, port: number): Promise<Socket | null>;
}

export interface Asked {
  readonly form: "tunnel" | "plain";
  readonly host: string;
  readonly port: number;
  /** Whether the account was right, or none was needed. */
  readonly letIn: boolean;
  /** The user name that came with it; null: none, or in a form that is not read. */
  readonly username?: string | null;
}

export interface GateParts {
  readonly behaviour: () => Behaviour;
  readonly note: (asked: Asked) => void;
  readonly dial: (where: Where) => Socket;
}

/** Where requests lead: to the sites, or to who answers in their place. */
export type Where = "sites" | "captive" | "intercept";

const IPV6_ONLY = /^(ipv6\.|\[|[0-9a-f]*:)/;
const NOWHERE = /(^|\.)(closed\.test|invalid)$/;

export function createGate({ behaviour, note, dial }: GateParts): Gate {
  let arrivals = 0;
  return {
    behaviour,
    async arrive(asked) {
      note(asked);
      const { delayMs, jitterMs } = behaviour();
      const wait = delayMs + jitterMs * spread(arrivals++);
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    },
    async reach(host, port) {
      const { fault, ipv6 } = behaviour();
      const name = host.toLowerCase().replace(/\.$/, "");
      if (port < 1 || NOWHERE.test(name) || (!ipv6 && IPV6_ONLY.test(name))) return null;
      const socket = dial(fault?.kind === "captive" || fault?.kind === "intercept" ? fault.kind : "sites");
      socket.on("error", () => {});
      await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => {});
      return socket.destroyed ? null : socket;
    },
  };
}

/** From -1 to 1, spread evenly and the same in every run: the golden ratio's fractions. */
const spread = (count: number): number => ((count * 0.618_033_988_749_895) % 1) * 2 - 1;
