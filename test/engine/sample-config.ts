import { parseConfig } from "../../src/config/parse-config.ts";
import type { Config } from "../../src/model/config.ts";

/** A checked configuration of http proxies by tag, with more fields, groups and monitoring as a person writes them. */
export function configOf(
  proxies: Readonly<Record<string, object>>,
  groups: readonly object[] = [],
  monitoring: object = {},
): Config {
  const outbounds = Object.entries(proxies).map(([tag, fields], i) => ({
    type: "http",
    tag,
    // Only a relay near by may dial through another outbound.
    server: "detour" in fields ? "127.0.0.1" : "192.0.2.1",
    server_port: 1001 + i,
    ...fields,
  }));
  const parsed = parseConfig(JSON.stringify({ outbounds: [...outbounds, ...groups], experimental: { monitoring } }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.config;
}
