import { BLOCK } from "../model/outbound.ts";
import { isFields, isSet } from "./fields.ts";
import { markMended } from "./mended.ts";
import { RULE_CONDITIONS, RULE_HOSTS, RULE_LATER } from "./read-rule.ts";

/** A rule that takes every request, and blocks it. */
export const blockAll = (): object => markMended({ kind: "rule" });

/**
 * A rule that blocks in the place of one that is refused: it matches whatever that one may match. A host that cannot be
 * read may be any, and so may a port; a field that nobody knows may make the rule as wide as it likes.
 *
 * @param faulty the names of the rule's fields that are refused; "": the rule itself
 */
export function mendRule(rule: unknown, faulty: ReadonlySet<string>): unknown {
  if (!isFields(rule)) return blockAll();
  const unsure = [...faulty].filter((name) => name !== "outbound" && name !== "action");
  if (unsure.some((name) => !BOUNDED.includes(name)) || (rule.invert === true && unsure.length > 0)) return blockAll();
  const hosts = unsure.some((name) => RULE_HOSTS.includes(name)) ? [] : RULE_HOSTS;
  const kept = [...hosts, ...RULE_CONDITIONS, "invert"].filter((name) => !faulty.has(name) && isSet(rule, name));
  if (kept.every((name) => name === "invert")) return blockAll();
  return { ...Object.fromEntries(kept.map((name) => [name, rule[name]])), outbound: BLOCK };
}

/** With one of these refused the others still say where the rule cannot match. */
const BOUNDED = [...RULE_HOSTS, ...RULE_CONDITIONS, ...RULE_LATER];
