import type { ProbeResponse } from "../../../background/ports/prober.ts";
import type { Assignment, Router, Routing } from "../../../background/ports/router.ts";
import type { Tag } from "../../../src/model/outbound.ts";
import type { Plans } from "../../../src/model/plan.ts";
import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import type { Ms } from "../../../src/model/units.ts";
import type { Control } from "../../../src/protocol/view.ts";

/** A `ProbeRequest` as JSON: its signal is a time after which it is given up; 0: before it begins; null: never. */
export interface AskedProbe {
  readonly tag: Tag;
  readonly url: string;
  readonly timeout: Ms;
  readonly abortAfterMs: number | null;
  readonly most?: number;
}

/** What a platform told its shell, in order. */
export type Told =
  | { readonly event: "connectionFailed"; readonly tag: Tag; readonly code: ProbeErrorCode }
  | { readonly event: "connectionSilent"; readonly tag: Tag }
  | { readonly event: "connectionDoubtful"; readonly tag: Tag }
  | { readonly event: "traffic" }
  | { readonly event: "control"; readonly control: Control }
  | { readonly event: "networkChanged" }
  | { readonly event: "renew" };

/** A call of a port's method, as a page of the host asks for it. */
export type Call =
  | readonly ["take", Routing]
  | readonly ["update", Plans, number]
  | readonly ["block", Parameters<Router["block"]>[0]]
  | readonly ["release"]
  | readonly ["check"]
  | readonly ["assigned", string]
  | readonly ["send", AskedProbe]
  /** What was told since the background began. */
  | readonly ["told"];

/** What each call gives, by its name. */
interface Results {
  readonly take: null;
  readonly update: null;
  readonly block: null;
  readonly release: null;
  readonly check: null;
  readonly assigned: Assignment | null;
  readonly send: ProbeResponse;
  readonly told: readonly Told[];
}
export type Result<C extends Call> = Results[C[0]];

/** A list of calls that are begun at once, in this order; what each gave, or why one of them was rejected. */
export interface Asked {
  readonly calls: readonly Call[];
}
export type Reply =
  | { readonly ok: true; readonly values: readonly unknown[] }
  | { readonly ok: false; readonly message: string };
