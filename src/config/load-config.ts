import { fail, type Outcome, ok } from "../lib/result.ts";
import type { Config } from "../model/config.ts";
import { checkConfig } from "./check-config.ts";
import { type Mending, mend } from "./mend.ts";
import { writtenPath } from "./mended.ts";
import type { ConfigProblem } from "./problem.ts";
import { type ReadText, readText, type TextFinding } from "./read-text.ts";
import type { Finding } from "./reader.ts";
import type { Trouble, TroubleEffect, Troubles } from "./trouble.ts";

export interface Loaded {
  readonly config: Config;
  /** What of the text is not in force as it is written. */
  readonly troubles: Troubles;
  /** Places of rules that are not what is written. */
  readonly refusedRules: ReadonlySet<number>;
}

/** One mending may bring another: what leads to a group that blocks now, say. Each makes the value poorer. */
const MOST_MENDINGS = 10;
const SHOWN = 20;

/**
 * Reads a configuration that was taken before, perhaps by another version: what this one refuses blocks, or counts as unset
 * where nothing is routed by it, and all else is in force. The text is for the person to change, who sees why.
 *
 * @returns what is wrong, when nothing of it can be used
 */
export function loadConfig(text: string): Outcome<Loaded, readonly ConfigProblem[]> {
  const read = readText(text);
  if (!read.ok) return read;
  const { twice, problemOf } = read.value;
  const found: Trouble[] = [];
  let { value } = read.value;
  let faults: readonly Refused[] = twice.map((finding) => ({ ...finding, twice: true }));
  for (let mendings = 0; mendings <= MOST_MENDINGS; mendings++) {
    const { config, findings } = checkConfig(value);
    faults = [...faults, ...findings.filter(isError).map((finding) => ({ ...finding, twice: false }))];
    if (faults.length === 0)
      return isUsable(config)
        ? ok({ config, troubles: troublesOf(found), refusedRules: new Set(found.flatMap(refusedRule)) })
        : fail(all(found));
    const mended = mend(value, faults);
    if (!mended) break;
    found.push(...troubles(read.value, value, faults, mended));
    value = mended.value;
    faults = [];
  }
  return fail([...all(found), ...faults.map(problemOf)]);
}

/** What is refused, and whether a name stands there twice. */
interface Refused extends TextFinding {
  readonly twice: boolean;
}

const isError = ({ level }: Finding): boolean => level === "error";

const all = (found: readonly Trouble[]): readonly ConfigProblem[] => found.map(({ problem }) => problem);

function troubles(
  { problemOf }: ReadText,
  value: unknown,
  faults: readonly Refused[],
  { effects }: Mending,
): readonly Trouble[] {
  return faults.flatMap((fault, i) => {
    const effect = effects[i];
    return effect ? [{ effect, problem: problemOf({ ...fault, path: writtenPath(value, fault.path) }) }] : [];
  });
}

/** Something besides what blocks for being refused. */
const isUsable = ({ outbounds }: Config): boolean => outbounds.some((one) => one.kind !== "block" || !one.refused);

function refusedRule({ effect }: Trouble): readonly number[] {
  if (effect.kind === "rule") return [effect.rule];
  return effect.kind === "rules" ? [effect.from] : [];
}

/** What keeps most from being served comes first. */
const WEIGHTS: Readonly<Record<TroubleEffect["kind"], number>> = {
  route: 1,
  final: 2,
  "private-windows": 3,
  rules: 4,
  outbound: 5,
  rule: 6,
  list: 7,
  fetch: 8,
  member: 9,
  unset: 10,
};
const byWeight = (a: Trouble, b: Trouble): number => WEIGHTS[a.effect.kind] - WEIGHTS[b.effect.kind];

/** Of what became of one outbound, rule or list the first reason is enough: the editor marks them all. */
function troublesOf(found: readonly Trouble[]): Troubles {
  const seen = new Set<string>();
  const told = found.toSorted(byWeight).filter(({ effect, problem }) => {
    const key = JSON.stringify(effect.kind === "unset" || effect.kind === "member" ? [effect, problem.path] : effect);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return { first: told.slice(0, SHOWN), count: told.length };
}
