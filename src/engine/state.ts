import type { GroupState } from "../balancer/state.ts";
import type { Tag } from "../model/outbound.ts";
import type { Instant } from "../model/units.ts";
import type { MonitoringState } from "../monitoring/state.ts";
import type { Close } from "./closes.ts";

/** Everything the core knows of the run; plain JSON, without accounts. */
export interface EngineState {
  readonly seed: number;
  readonly monitoring: MonitoringState;
  /** Connections that were to be closed lately: a background may have been stopped before it did. */
  readonly closes: readonly { readonly at: Instant; readonly close: Close }[];
  /** Of every balancer. */
  readonly groups: Readonly<Record<Tag, GroupState>>;
  /** What selectors were switched to by hand. */
  readonly picks: Readonly<Record<Tag, Tag>>;
}
