import type { CycleKind } from "../model/cycle.ts";
import type { ExitIp, KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { ProbeError } from "../model/probe-error.ts";
import type { TestResult } from "../model/test-result.ts";
import type { Ms } from "../model/units.ts";
import type { MonitoringEffect } from "../monitoring/turn.ts";

/** How one test request ended. `again`: nothing was measured and nothing may be concluded; it is to be repeated. */
export type AttemptOutcome =
  /** `estimated`: no fresh connection could be had (M27). */
  | { readonly kind: "delay"; readonly delay: number; readonly estimated?: true }
  | { readonly kind: "failed"; readonly error: ProbeError }
  /** The test address limits its rate (429); `retryAfterMs` is its `Retry-After`, null: it has none (X6.16). */
  | { readonly kind: "limited"; readonly retryAfterMs: number | null }
  | { readonly kind: "again" };

export type LookupOutcome =
  /** `took`: how long the request that answered took, for the delay (M3). */
  { readonly kind: "found"; readonly exit: ExitIp; readonly took: Ms } | { readonly kind: "none" };

/** What was saved by an earlier run, by outbound. */
export interface Saved {
  readonly results: Readonly<Record<Tag, TestResult>>;
  readonly exits: Readonly<Record<Tag, KnownExitIp>>;
}

/** Everything that can happen to the core. Each is stepped with the moment it happened. */
export type EngineInput =
  /** The run begins. */
  | { readonly kind: "start" }
  /** The background was stopped and woken in the same run: the attempts and look-ups under way are gone. */
  | { readonly kind: "woken" }
  /** The moment of `deadlineOf` has come. */
  | { readonly kind: "timer" }
  | { readonly kind: "attempt-ended"; readonly id: number; readonly outcome: AttemptOutcome }
  | { readonly kind: "lookup-ended"; readonly id: number; readonly outcome: LookupOutcome }
  /** `carries`: whether the address reached by IPv6 only answered (M24); null: nothing can be said. */
  | { readonly kind: "ipv6-ended"; readonly id: number; readonly carries: boolean | null }
  /** A person asks for tests (M12). A group's tag stands for all its proxies. */
  | { readonly kind: "ask"; readonly tags: readonly Tag[] }
  /** A person stops the tests they asked for. */
  | { readonly kind: "stop-asked" }
  /** A connection failed to open through this proxy (B7). */
  | { readonly kind: "connection-failed"; readonly tag: Tag }
  /** This proxy leaves a connection without an answer, and nobody knows yet whether that fails. */
  | { readonly kind: "connection-silent"; readonly tag: Tag }
  /** A request through this proxy was refused in a way that may be the proxy's own answer or the site's. */
  | { readonly kind: "connection-doubtful"; readonly tag: Tag }
  /** A connection of the user went through (M7). `tag`: the proxy that it uses; unset: not known. */
  | { readonly kind: "traffic"; readonly tag?: Tag }
  /**
   * A connection of the user was given this chain: the groups that it passes, the outermost first, then its outbound. It
   * matters only where nobody there is alive (M28, `deadEndIn`).
   */
  | { readonly kind: "connection-asked"; readonly chain: readonly Tag[] }
  /** A request of the user got its response head through this proxy; it matters only when that counts as failed (M28). */
  | { readonly kind: "head-came"; readonly tag: Tag }
  /** A person switches a selector (M11). */
  | { readonly kind: "pick"; readonly group: Tag; readonly member: Tag }
  /** A cycle begins now, as if its time had come. */
  | { readonly kind: "run-cycle" }
  /** The network changed (M17). */
  | { readonly kind: "network-changed" }
  /** A sign of life, every half minute: when none came for long, the machine slept (M17). */
  | { readonly kind: "beat" }
  | { readonly kind: "online"; readonly online: boolean }
  /** An outbound became ready, or stopped being so (M8). */
  | { readonly kind: "ready"; readonly tag: Tag; readonly ready: boolean };

/** What went on inside a step, for whoever shows or checks it; nothing needs to be done about it. */
export interface EngineNews {
  /** Cycles that began, and what each is to test. */
  readonly cycles: readonly { readonly kind: CycleKind; readonly targets: readonly Tag[] }[];
  /** Groups that were given results: one update each (M22). */
  readonly updated: readonly Tag[];
}

/** What the shell must do: what the monitoring wants of it, and connections to close. Each may be done twice without harm. */
export type EngineEffect =
  | Exclude<MonitoringEffect, { readonly kind: "deliver" | "cycle-started" | "cycle-ended" }>
  /**
   * Close connections of this group through these of its members (B9 to B11); a member that is a group stands for what
   * went through it. Our own always, the user's only when `interrupt`.
   */
  | {
      readonly kind: "close";
      readonly group: Tag;
      readonly members: readonly Tag[];
      readonly why: "died" | "settled";
      readonly interrupt: boolean;
    };
