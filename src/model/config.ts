import type { Outbound } from "./outbound.ts";
import type { ConnectionSettings, MonitoringSettings, Route } from "./settings.ts";

/** A checked configuration: every tag known, no loops, defaults filled in. `outbounds` keeps the user's order. */
export interface Config {
  readonly outbounds: readonly Outbound[];
  readonly route: Route;
  readonly monitoring: MonitoringSettings;
  readonly connections: ConnectionSettings;
}
