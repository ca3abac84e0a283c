import type { Tag } from "../model/outbound.ts";
import { LIST_FORMATS, type ListFormat, type RuleList } from "../model/rule-list.ts";
import { RULE_SETS } from "../model/settings.ts";
import { ms } from "../model/units.ts";
import { type Fields, isSet } from "./fields.ts";
import { mendedOf } from "./mended.ts";
import { readUrl } from "./read-url.ts";
import type { Path, Reader } from "./reader.ts";

/** Each is fetched, kept and looked up by itself. */
export const MOST_LISTS = 20;
const DAY = ms(86_400_000);
const SHORTEST = ms(60_000);

/** Reads `route.rule_set`: lists of hosts at an address. */
export function readLists(reader: Reader, path: Path, value: unknown): readonly RuleList[] {
  if (value === undefined || value === null) return [];
  const written = reader.list(path, value);
  if (written.length > MOST_LISTS) reader.error(path, written, `at most ${MOST_LISTS} lists`);
  const tags = new Set<Tag>();
  return written.slice(0, MOST_LISTS).flatMap((one, place) => {
    if (mendedOf(one)) return [];
    const list = readList(reader, [...path, place], one);
    if (!list) return [];
    if (tags.has(list.tag)) reader.error([...path, place, "tag"], list.tag, "a tag that no other list has");
    tags.add(list.tag);
    return [list];
  });
}

/** Tags of lists that count as never loaded: rules that name them block what they may match. */
export const missingLists = (value: unknown): readonly Tag[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const mended = mendedOf(one);
    return mended?.kind === "list" && mended.tag !== null ? [mended.tag] : [];
  });

function readList(reader: Reader, path: Path, value: unknown): RuleList | null {
  const fields = reader.object(path, value);
  if (!fields) return null;
  reader.only(path, fields, ["type", "tag", "url", "format", "update_interval", "download_detour"]);
  if (fields.type !== "remote")
    reader.error([...path, "type"], fields.type, '"remote": a list at an address; others are not supported');
  const tag = reader.text(path, fields, "tag", "");
  if (tag === "" || RULE_SETS.some((name) => name === tag))
    reader.error([...path, "tag"], fields.tag, `a name other than ${RULE_SETS.join(", ")}`);
  const url = readUrl(reader, [...path, "url"], reader.text(path, fields, "url", ""));
  if (url === "" && !isSet(fields, "url")) reader.error([...path, "url"], fields.url, "the address of the list");
  const interval = reader.duration(path, fields, "update_interval", DAY);
  if (interval < SHORTEST) reader.error([...path, "update_interval"], fields.update_interval, "one minute or more");
  return {
    tag,
    url,
    format: readFormat(reader, path, fields, url),
    updateInterval: interval,
    detour: reader.text(path, fields, "download_detour", null),
  };
}

/** As in sing-box, the address of a list in source form says so by its end. */
function readFormat(reader: Reader, path: Path, fields: Fields, url: string): ListFormat {
  const written = reader.text(path, fields, "format", /\.json(?:[?#]|$)/i.test(url) ? "source" : "");
  const found = LIST_FORMATS.find((format) => format === written);
  if (found === undefined) {
    const binary = written === "binary" || /\.srs(?:[?#]|$)/i.test(url) ? "; a binary list cannot be read" : "";
    reader.error([...path, "format"], fields.format, `one of ${LIST_FORMATS.join(", ")}${binary}`);
  }
  return found ?? "domains";
}
