import { type Fields, isFields, isSet } from "./fields.ts";
import type { Path, Reader } from "./reader.ts";

const NARROWS =
  "nothing here: this field would narrow which members may serve, which is not supported yet, and without it those that " +
  "you rule out would serve too; take it out, and list only the members that you want";

/** Words in the name of a field by which somebody rules members out, here or in another program. */
const RULES_OUT = new Set([
  ...["country", "countries", "region", "regions", "continent", "city", "asn", "isp", "exit"],
  ...["include", "includes", "exclude", "excludes", "filter", "filters", "match", "matches", "regex", "regexp"],
  ...["only", "allow", "allowed", "deny", "denied", "except", "backup", "max", "min"],
]);

/**
 * Refuses fields of a group that rule members out and are not built: left alone, they would let serve whom the person does
 * not want (B1). What rules nobody out, such as an empty text, is left alone.
 *
 * @param known the fields that a group has
 * @returns the names of those refused
 */
export function refuseNarrowing(
  reader: Reader,
  path: Path,
  fields: Fields,
  known: readonly string[],
): readonly string[] {
  const found = Object.keys(fields).filter((name) => !known.includes(name) && rulesOut(name) && !isEmpty(fields, name));
  for (const name of found) reader.error([...path, name], fields[name], NARROWS);
  return found;
}

const rulesOut = (name: string): boolean =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/)
    .some((word) => RULES_OUT.has(word));

function isEmpty(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (!isSet(fields, name) || value === false || value === "") return true;
  return isFields(value) ? Object.keys(value).length === 0 : Array.isArray(value) && value.length === 0;
}
