import type { Outbound } from "./outbound.ts";
import type { ConnectionSettings, MonitoringSettings, Route, Rule } from "./settings.ts";

/** A checked configuration: every tag known, no loops, defaults filled in. `outbounds` keeps the user's order. */
export interface Config<R = readonly Rule[]> {
  readonly outbounds: readonly Outbound[];
  readonly route: Route<R>;
  readonly monitoring: MonitoringSettings;
  readonly connections: ConnectionSettings;
}
