import type { CycleKind } from "../model/cycle.ts";
import type { ExitIp, KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { ProbeError } from "../model/probe-error.ts";
import type { TestResult } from "../model/test-result.ts";
import type { Ms } from "../model/units.ts";

/** How one test request ended. `again`: nothing was measured and nothing may be concluded; it is to be repeated. */
export type AttemptOutcome =
  | { readonly kind: "delay"; readonly delay: number }
  | { readonly kind: "failed"; readonly error: ProbeError }
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
  /** A person asks for tests (M12). A group's tag stands for all its proxies. */
  | { readonly kind: "ask"; readonly tags: readonly Tag[] }
  /** A person stops the tests they asked for. */
  | { readonly kind: "stop-asked" }
  /** A connection failed to open through this proxy (B7). */
  | { readonly kind: "connection-failed"; readonly tag: Tag }
  /** A connection of the user went through (M7). */
  | { readonly kind: "traffic" }
  /** A person switches a selector (M11). */
  | { readonly kind: "pick"; readonly group: Tag; readonly member: Tag }
  /** A cycle begins now, as if its time had come. */
  | { readonly kind: "run-cycle" }
  /** The network changed (M17). */
  | { readonly kind: "network-changed" }
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

/** What the shell must do. Each may be done twice without harm. */
export type EngineEffect =
  /** Send one test request through the proxy; answer with `attempt-ended`, at the latest after `timeout`. */
  | {
      readonly kind: "attempt";
      readonly id: number;
      readonly tag: Tag;
      readonly url: string;
      readonly timeout: Ms;
    }
  | { readonly kind: "abort-attempt"; readonly id: number }
  /** Ask for the exit address through the proxy; answer with `lookup-ended`. */
  | { readonly kind: "look-up"; readonly id: number; readonly tag: Tag }
  | { readonly kind: "abort-look-up"; readonly id: number }
  /** Keep this for the next run (M20); `result` or `exit` is null where there is none. */
  | { readonly kind: "save"; readonly tag: Tag; readonly result: TestResult | null; readonly exit: KnownExitIp | null }
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
    }
  /** A line that begins with MONITORING or LOWEST (M25). */
  | { readonly kind: "log"; readonly line: string };
