import type { Node, Request } from "../../src/decision/contract.ts";
import { decide } from "../../src/decision/decide.ts";
import { createMemory, type Memory, remember } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import type { Plan, Plans } from "../../src/model/plan.ts";
import type { Rule } from "../../src/model/settings.ts";
import type { TemporaryRule } from "../../src/model/temporary-rule.ts";
import { instant, ms } from "../../src/model/units.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { compileTemporary } from "../../src/routing/compile-temporary.ts";

export interface World {
  readonly nodes: Readonly<Record<string, Node>>;
  readonly plans: Plans;
  /** Those that end with the run. */
  readonly temporary?: readonly TemporaryRule[];
  readonly rules?: readonly Rule[];
  readonly final?: string;
  readonly seed?: number;
}

const BUILT_IN: Record<string, Node> = { direct: { kind: "direct" }, block: { kind: "block" } };

/** Leaves named by one letter each, and groups of them: "g" -> "abc". */
export function nodesOf(groups: Readonly<Record<string, string | readonly string[]>>): Record<string, Node> {
  const leaves = [..."abcdef"].map((tag): [string, Node] => [tag, { kind: "leaf" }]);
  const made = Object.entries(groups).map(([tag, members]): [string, Node] => [
    tag,
    { kind: "group", members: [...members] },
  ]);
  return { ...BUILT_IN, ...Object.fromEntries([...leaves, ...made]) };
}

export const rule = (suffix: string, outbound: string): Rule => ({ domain: [], domainSuffix: [suffix], outbound });

export const turns = (...order: number[]): Plan => ({ kind: "turns", order });
export const one = (member: number): Plan => ({ kind: "one", member });
export const hash = (eligible: number[], alive: number[], maxRetry = 0): Plan => ({
  kind: "hash",
  eligible,
  alive,
  maxRetry,
  weights: null,
});
export const sticky = (
  eligible: number[],
  alive: number[],
  more: Partial<Extract<Plan, { kind: "sticky" }>> = {},
): Plan => ({
  kind: "sticky",
  eligible,
  alive,
  maxRetry: 0,
  ttl: ms(0),
  stickyHash: ["source_ip", "domain"],
  weights: null,
  ...more,
});

export function request(address: string, container = ""): Request {
  const { protocol, hostname, port } = new URL(address);
  const scheme = protocol.slice(0, -1);
  const usual = scheme === "https" || scheme === "wss" ? 443 : 80;
  return { scheme, host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? usual : Number(port), container };
}

/** Asks one request after another, as a browser does: what each decision wants remembered is remembered. */
export function asking(world: World, memory: Memory = createMemory()) {
  const { nodes, temporary = [], rules = [], final = "g", seed = 1 } = world;
  const ending = temporary.length > 0 ? { temporary: compileTemporary(temporary) } : {};
  const index = prepare({ seed, nodes, ...ending, rules: compileRules(rules), final });
  let plans = world.plans;
  return {
    memory,
    index,
    plans: (): Plans => plans,
    setPlans(next: Plans): void {
      plans = next;
    },
    ask(address: string | Request, at = 0) {
      const asked = typeof address === "string" ? request(address) : address;
      const decision = decide(index, plans, memory, asked, instant(at));
      remember(memory, decision.changes, instant(at));
      return decision;
    },
  };
}
