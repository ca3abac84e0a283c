import { BLOCK } from "../model/outbound.ts";
import { type Fields, isFields } from "./fields.ts";
import { createStandIns, type Fault, type Faulty, placesOf, tagOf } from "./mend-outbounds.ts";
import { blockAll, mendRule } from "./mend-rule.ts";
import { markMended } from "./mended.ts";
import { MOST_LISTS } from "./read-lists.ts";
import { rulesWithinLimits } from "./read-route.ts";
import type { TroubleEffect } from "./trouble.ts";

/** What becomes of the route with a fault in it. Whatever cannot be read blocks what it may be for. */
export function effectOnRoute(route: unknown, fault: Fault): TroubleEffect {
  const [, field, place, name] = fault.path;
  if (field === undefined || !isFields(route)) return { kind: "route" };
  switch (field) {
    case "rules":
      return typeof place === "number"
        ? { kind: "rule", rule: place }
        : { kind: "rules", from: readable(route, fault) };
    case "rule_set":
      return typeof place === "number" ? onList(route.rule_set, place, name) : { kind: "list", tag: null };
    case "final":
      return { kind: "final" };
    case "private_windows":
      return { kind: "private-windows" };
    default:
      return { kind: "unset" };
  }
}

/** A list that is fetched by nobody stays as it was loaded; one of which anything else is wrong may be another list. */
function onList(lists: unknown, place: number, name: string | number | undefined): TroubleEffect {
  const tag = Array.isArray(lists) ? tagOf(lists[place]) : null;
  if (name === "update_interval") return { kind: "unset" };
  return name === "download_detour" && tag !== null ? { kind: "fetch", list: tag } : { kind: "list", tag };
}

/** How many of the first rules can be used, where it is the list that is refused and not one of them. */
const readable = ({ rules }: Fields, { twice }: Fault): number =>
  Array.isArray(rules) && !twice ? rulesWithinLimits(rules) : 0;

/** The route with what blocks in the place of what is refused. */
export function mendRoute(route: unknown, faulty: readonly Faulty[]): Fields {
  if (!isFields(route) || faulty.some(({ effect }) => effect.kind === "route")) return { final: BLOCK };
  const has = (kind: TroubleEffect["kind"]): boolean => faulty.some(({ effect }) => effect.kind === kind);
  return {
    ...route,
    ...(Array.isArray(route.rules) || has("rules") ? { rules: mendRules(route.rules, faulty) } : {}),
    ...(route.rule_set === undefined ? {} : { rule_set: mendLists(route.rule_set, faulty) }),
    ...(has("final") ? { final: BLOCK } : {}),
    ...(has("private-windows") ? { private_windows: BLOCK } : {}),
  };
}

function mendRules(rules: unknown, faulty: readonly Faulty[]): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(rules) ? rules : [];
  const fields = new Map<number, Set<string>>();
  for (const { path, effect } of faulty) {
    if (effect.kind !== "rule") continue;
    const names = fields.get(effect.rule) ?? new Set();
    fields.set(effect.rule, names.add(String(path[3] ?? "")));
  }
  const mended = list.map((rule, place) => {
    const names = fields.get(place);
    return names ? mendRule(rule, names) : rule;
  });
  const ends = faulty.flatMap(({ effect }) => (effect.kind === "rules" ? [effect.from] : []));
  return ends.length === 0 ? mended : [...mended.slice(0, Math.min(...ends)), blockAll()];
}

function mendLists(lists: unknown, faulty: readonly Faulty[]): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(lists) ? lists.slice(0, MOST_LISTS) : [];
  const standIn = createStandIns(list, placesOf(faulty, "list"), (tag) => markMended({ kind: "list", tag }));
  return list.map((one, place) => {
    const mine = faulty.filter(({ path }) => path[1] === "rule_set" && path[2] === place);
    const broken = mine.map(({ path }) => path[3]);
    if (!isFields(one) || mine.length === 0) return standIn(one, place) ?? one;
    return (
      standIn(one, place) ?? {
        ...one,
        ...(broken.includes("update_interval") ? { update_interval: null } : {}),
        ...(broken.includes("download_detour") ? { download_detour: BLOCK } : {}),
      }
    );
  });
}
