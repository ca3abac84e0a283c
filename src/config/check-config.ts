import type { Config } from "../model/config.ts";
import { reportDirectFallbacks } from "./direct-fallbacks.ts";
import { type Fields, isFields, isSet } from "./fields.ts";
import { linkOutbounds } from "./link-outbounds.ts";
import { readConnections } from "./read-connections.ts";
import { readMonitoring } from "./read-monitoring.ts";
import { readOutbounds } from "./read-outbounds.ts";
import { readRoute } from "./read-route.ts";
import { createReader, type Finding, type Reader } from "./reader.ts";

export interface Checked {
  readonly config: Config;
  readonly findings: readonly Finding[];
}

/** Checks a value that was parsed already. The configuration is only good when no finding is an error. */
export function checkConfig(value: unknown): Checked {
  const reader = createReader();
  const fields = readWhole(reader, value);
  reader.only([], fields, ["outbounds", "endpoints", "route", "experimental"]);
  const outbounds = readOutbounds(reader, fields.outbounds, fields.endpoints);
  const route = readRoute(reader, ["route"], fields.route);
  const experimental = fields.experimental ?? {};
  const own = isFields(experimental) ? experimental : (reader.object(["experimental"], experimental) ?? {});
  reader.only(["experimental"], own, ["monitoring", "connections"]);
  const monitoring = readMonitoring(reader, ["experimental", "monitoring"], own.monitoring);
  const connections = readConnections(reader, ["experimental", "connections"], own.connections);
  const linked = linkOutbounds(reader, outbounds, route);
  reportDirectFallbacks(reader, outbounds, linked, route);
  if (linked.length === 0 && !reader.findings.some(({ level }) => level === "error"))
    reader.error(["outbounds"], fields.outbounds, "at least one outbound that a browser can use");
  return { config: { outbounds: linked, route, monitoring, connections }, findings: reader.findings };
}

/** The whole configuration; a part of one that was pasted alone is told where it belongs, and nothing else about it. */
function readWhole(reader: Reader, value: unknown): Fields {
  if (isFields(value) && isLoneOutbound(value)) reader.error([], value, LONE_OUTBOUND);
  else if (Array.isArray(value) && value.some(isFields)) reader.error([], value, LONE_LIST);
  else return reader.object([], value) ?? {};
  return {};
}

const LONE_OUTBOUND = 'an object with the list "outbounds": this is one outbound alone, which belongs into that list';
const LONE_LIST = 'an object with the list "outbounds": this is that list alone';

/** A whole configuration has no type. The `outbounds` of a group are tags. */
const isLoneOutbound = (fields: Fields): boolean =>
  isSet(fields, "type") && !(Array.isArray(fields.outbounds) && fields.outbounds.some(isFields));
