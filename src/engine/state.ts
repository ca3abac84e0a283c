import type { GroupState } from "../balancer/state.ts";
import type { Tag } from "../model/outbound.ts";
import type { MonitoringState } from "../monitoring/state.ts";

/** Everything the core knows of the run; plain JSON, without accounts. */
export interface EngineState {
  readonly seed: number;
  readonly monitoring: MonitoringState;
  /** Of every balancer. */
  readonly groups: Readonly<Record<Tag, GroupState>>;
  /** What each group is made of, to tell a changed one from an unchanged. */
  readonly setups: Readonly<Record<Tag, string>>;
  /** What selectors were switched to by hand. */
  readonly picks: Readonly<Record<Tag, Tag>>;
  /** Where each proxy is, to tell a changed one from another of the same tag. */
  readonly endpoints: Readonly<Record<Tag, string>>;
}
