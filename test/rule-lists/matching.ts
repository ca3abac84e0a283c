import type { ListFormat } from "../../src/model/rule-list.ts";
import { compileList } from "../../src/routing/compile-list.ts";
import type { RoutedRequest } from "../../src/routing/contract.ts";
import { loadLists } from "../../src/routing/list-lookup.ts";
import { parseOrigin } from "../../src/routing/origin.ts";
import type { ParsedList } from "../../src/rule-lists/parsed-list.ts";
import { readList } from "../../src/rule-lists/read-list.ts";

/** A request as browsers show it. */
export function asked(url: string): RoutedRequest {
  const at = parseOrigin(url);
  if (!at) throw new Error(`expected an address, got ${url}`);
  return { ...at, container: "" };
}

export function parsed(format: ListFormat, text: string): ParsedList {
  const read = readList(format, text);
  if (!read.ok) throw new Error(`expected a list, got ${read.error}`);
  return read.value;
}

/** Whether a list has an address; through JSON, as it reaches a PAC program. */
export function matcher({ takes, spares }: Pick<ParsedList, "takes" | "spares">): (url: string) => boolean {
  const list = JSON.parse(JSON.stringify(compileList(takes, spares)));
  const matches = loadLists({ list }).get("list");
  return (url) => matches?.(asked(url)) === true;
}
