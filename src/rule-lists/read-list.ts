import { fail, type Outcome, ok } from "../lib/result.ts";
import type { ListFormat } from "../model/rule-list.ts";
import type { ListRule } from "../routing/compile-list.ts";
import { countSteps } from "../routing/compile-regex.ts";
import { isWithin, type ListSize, MOST_IN_ALL_LISTS } from "./list-size.ts";
import type { ParsedList } from "./parsed-list.ts";
import { readAutoProxy } from "./read-autoproxy.ts";
import { readDomains } from "./read-domains.ts";
import { readSource } from "./read-source.ts";

/** Why an answer is no list that could take the place of the one there is. */
export const LIST_FAULTS = ["html", "empty", "unreadable", "too-large"] as const;
export type ListFault = (typeof LIST_FAULTS)[number];

/**
 * Reads a list as it came. HTML (the page of a captive portal, an error), nothing at all, and what is mostly not of the
 * format are refused: the list there is serves on.
 */
export function readList(format: ListFormat, text: string): Outcome<ParsedList, ListFault> {
  if (/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text)) return fail("html");
  if (text.trim() === "") return fail("empty");
  const list = readAs(format, text);
  if (list === null || (list.left.unreadable ?? 0) > list.taken) return fail("unreadable");
  if (list.taken === 0) return fail("empty");
  if (format !== "source" && isWords(list, text)) return fail("unreadable");
  return isWithin(sizeOf(list), MOST_IN_ALL_LISTS) ? ok(list) : fail("too-large");
}

/** With more of them it is a list of top-level domains. */
const FEW_WORDS = 2;
const MARKED = /^[ \t]*(?:[+*]?\.|[|@/[])/m;

/** A word or two without a dot and without a mark of the format are what a server says: "OK", "Forbidden". */
function isWords({ takes, spares, taken }: ParsedList, text: string): boolean {
  const names = [...takes, ...spares].flatMap(({ domain, domainSuffix, ipCidr = [] }) => [
    ...domain,
    ...domainSuffix,
    ...ipCidr,
  ]);
  return taken <= FEW_WORDS && !names.some((name) => /[.:]/.test(name)) && !MARKED.test(text);
}

function readAs(format: ListFormat, text: string): ParsedList | null {
  switch (format) {
    case "source":
      return readSource(text);
    case "autoproxy":
      return readAutoProxy(text);
    case "domains":
      return readDomains(text);
  }
}

export function sizeOf({ takes, spares }: Pick<ParsedList, "takes" | "spares">): ListSize {
  const rules = [...takes, ...spares];
  const sum = (of: (rule: ListRule) => number): number => rules.reduce((all, rule) => all + of(rule), 0);
  return {
    hosts: sum(({ domain, domainSuffix, ipCidr = [] }) => domain.length + domainSuffix.length + ipCidr.length),
    keywords: sum(({ domainKeyword = [] }) => domainKeyword.length),
    steps: sum(({ domainRegex = [] }) => countSteps(domainRegex)),
    conditions: rules.length,
  };
}
