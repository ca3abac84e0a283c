import type { Tag } from "../../src/model/outbound.ts";
import type { Connections } from "./connections.ts";
import type { Prober } from "./prober.ts";
import type { Router, RouterEvents } from "./router.ts";

/** What differs between the browsers: how requests are routed, how our own are sent and what can be closed. */
export interface Platform {
  readonly router: Router;
  readonly prober: Prober;
  readonly connections: Connections;
  /** Proxies that are not used until the browser has forgotten a former account of theirs. */
  readonly heldBack: () => readonly Tag[];
  /** What must be found again when the background was stopped; plain JSON. */
  readonly memory: { save(): unknown; load(saved: unknown): void };
}

/**
 * Registers every listener of its browser at once, in the first turn of the background.
 *
 * @param ready resolves when the configuration is known: an event may have woken the background
 */
export type CreatePlatform = (events: RouterEvents, ready: () => Promise<void>) => Platform;
