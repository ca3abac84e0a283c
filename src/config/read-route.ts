import { BLOCK, type Tag } from "../model/outbound.ts";
import type { Route, Rule } from "../model/settings.ts";
import { countSteps } from "../routing/compile-regex.ts";
import { isSet } from "./fields.ts";
import { missingLists, readLists } from "./read-lists.ts";
import { readRule } from "./read-rule.ts";
import { createReader, type Path, type Reader } from "./reader.ts";

const MOST_RULES = 100_000;
const MOST_HOSTS = 200_000;
/** These are tried one by one, in a browser's proxy thread, for every new name. */
const MOST_KEYWORDS = 1_000;
const MOST_STEPS = 5_000;
/** What differs in port, protocol or container is looked up apart. */
const MOST_CONDITIONS = 500;

const NOTHING: Route = { rules: [], lists: [], final: null };

/** Reads the `route` field. Outbounds named here are checked later, with all the others. */
export function readRoute(reader: Reader, path: Path, value: unknown): Route {
  if (value === undefined || value === null) return NOTHING;
  const fields = reader.object(path, value);
  if (!fields) return NOTHING;
  reader.only(path, fields, ["rules", "rule_set", "private_windows", "final"]);
  const lists = readLists(reader, [...path, "rule_set"], fields.rule_set);
  const tags = new Set([...lists.map(({ tag }) => tag), ...missingLists(fields.rule_set)]);
  const written = isSet(fields, "rules") ? reader.list([...path, "rules"], fields.rules) : [];
  if (written.length > MOST_RULES) reader.error([...path, "rules"], written, `at most ${MOST_RULES} rules`);
  const rules = written
    .slice(0, MOST_RULES)
    .flatMap((rule, place) => readRule(reader, [...path, "rules", place], rule, tags) ?? []);
  for (const { most, what, count } of LIMITS)
    if (count(rules) > most) reader.error([...path, "rules"], written, `at most ${most} ${what}`);
  const privateWindows = reader.text(path, fields, "private_windows", null);
  if (privateWindows !== null)
    reader.note(
      [...path, "private_windows"],
      privateWindows,
      "for Firefox only, where Switchyard is allowed in private windows; in Chrome they go as all others, where it is allowed there",
    );
  const final = reader.text(path, fields, "final", null);
  return { rules, lists, ...(privateWindows === null ? {} : { privateWindows }), final };
}

/** How many of the first rules of a list are within the limits, with one more after them. */
export function rulesWithinLimits(written: readonly unknown[]): number {
  const rules = written
    .slice(0, MOST_RULES - 1)
    .map((rule) => readRule(createReader(), [], rule, NO_TAGS) ?? { domain: [], domainSuffix: [], outbound: BLOCK });
  let [low, high] = [0, rules.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const first = rules.slice(0, middle);
    if (LIMITS.every(({ most, count }) => count(first) <= most)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const NO_TAGS: ReadonlySet<Tag> = new Set();

interface Limit {
  readonly most: number;
  readonly what: string;
  readonly count: (rules: readonly Rule[]) => number;
}

const sum = (rules: readonly Rule[], of: (rule: Rule) => number): number =>
  rules.reduce((all, rule) => all + of(rule), 0);

const LIMITS: readonly Limit[] = [
  {
    most: MOST_HOSTS,
    what: "hosts in all rules",
    count: (rules) => sum(rules, (rule) => rule.domain.length + rule.domainSuffix.length + (rule.ipCidr?.length ?? 0)),
  },
  {
    most: MOST_KEYWORDS,
    what: "keywords in all rules",
    count: (rules) => sum(rules, (rule) => rule.domainKeyword?.length ?? 0),
  },
  {
    most: MOST_STEPS,
    what: "steps in the regular expressions of all rules: more could hold up every request",
    count: (rules) => sum(rules, (rule) => countSteps(rule.domainRegex ?? [])),
  },
  {
    most: MOST_CONDITIONS,
    what: "different combinations of port, protocol and container; each rule with invert is one of its own",
    count: (rules) =>
      new Set(
        rules.flatMap(({ port, protocol, container, invert }, i) =>
          port || protocol || container || invert ? JSON.stringify([port, protocol, container, invert && i]) : [],
        ),
      ).size,
  },
];
