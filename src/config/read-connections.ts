import { type ConnectionSettings, TAB_CHOICES } from "../model/settings.ts";
import type { Path, Reader } from "./reader.ts";

export const CONNECTION_DEFAULTS: ConnectionSettings = { tabs: "leave", downloads: false };

/** Reads the `connections` field. */
export function readConnections(reader: Reader, path: Path, value: unknown): ConnectionSettings {
  const unset = CONNECTION_DEFAULTS;
  if (value === undefined || value === null) return unset;
  const fields = reader.object(path, value);
  if (!fields) return unset;
  reader.only(path, fields, ["tabs", "downloads"]);
  const written = reader.text(path, fields, "tabs", unset.tabs);
  const tabs = TAB_CHOICES.find((choice) => choice === written);
  if (tabs === undefined) reader.error([...path, "tabs"], written, '"leave", "stop" or "reload"');
  return { tabs: tabs ?? unset.tabs, downloads: reader.flag(path, fields, "downloads", unset.downloads) };
}
