import type { Protocol } from "../model/settings.ts";
import type { ListRule } from "../routing/compile-list.ts";
import type { LeftReason, ParsedList } from "./parsed-list.ts";

/** One condition of a list, in the form in which rules have it. */
export interface Entry {
  readonly kind: "domain" | "domainSuffix" | "domainKeyword" | "domainRegex" | "ipCidr";
  readonly value: string;
  /** Over this alone; left out: over any. */
  readonly protocol?: Protocol;
}

/** What became of a line: what it asks for, or why it is left out. */
export type Read = Entry | LeftReason;

/** What no list may exceed, whatever else it has; expressions have a step each at least. */
export const MOST_ENTRIES = { hosts: 200_000, keywords: 1_000, expressions: 2_000 } as const;

const COUNTED_AS: Readonly<Record<Entry["kind"], keyof typeof MOST_ENTRIES>> = {
  domain: "hosts",
  domainSuffix: "hosts",
  ipCidr: "hosts",
  domainKeyword: "keywords",
  domainRegex: "expressions",
};

/** Gathers the entries of a list into as few rules as there are protocols. */
export interface Collector {
  /** @param spares the list does not match where the entry does */
  add(read: Read, spares?: boolean): void;
  /** A rule that is kept as it is: its conditions belong together. */
  keep(rule: ListRule, size: number): void;
  /** There is more than a list may have: nothing that follows makes it right. */
  readonly full: boolean;
  list(): ParsedList;
}

type Gathered = { [K in Entry["kind"]]?: string[] };

export function createCollector(): Collector {
  const gathered = { takes: new Map<string, Gathered>(), spares: new Map<string, Gathered>() };
  const kept: ListRule[] = [];
  const left: { [R in LeftReason]?: number } = {};
  const counts = { hosts: 0, keywords: 0, expressions: 0 };
  let taken = 0;

  return {
    add(read, spares = false) {
      if (typeof read === "string") {
        left[read] = (left[read] ?? 0) + 1;
        return;
      }
      const { kind, value, protocol = "" } = read;
      const into = gathered[spares ? "spares" : "takes"];
      const group = into.get(protocol) ?? {};
      into.set(protocol, group);
      group[kind] ??= [];
      group[kind].push(value);
      counts[COUNTED_AS[kind]]++;
      taken++;
    },
    keep(rule, size) {
      kept.push(rule);
      taken += size;
    },
    get full() {
      const { hosts, keywords, expressions } = MOST_ENTRIES;
      return counts.hosts > hosts || counts.keywords > keywords || counts.expressions > expressions;
    },
    list: () => ({
      takes: [...rulesOf(gathered.takes), ...kept],
      spares: rulesOf(gathered.spares),
      taken,
      left,
    }),
  };
}

function rulesOf(groups: ReadonlyMap<string, Gathered>): readonly ListRule[] {
  return [...groups].map(([protocol, { domain = [], domainSuffix = [], ...more }]) => ({
    domain,
    domainSuffix,
    ...more,
    ...(protocol === "http" || protocol === "https" ? { protocol: [protocol] } : {}),
  }));
}
