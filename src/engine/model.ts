import type { GroupSetup } from "../balancer/contract.ts";
import type { Config } from "../model/config.ts";
import { DIRECT, type Outbound, type ProxyOutbound, type Tag } from "../model/outbound.ts";
import type { RuleSource } from "../routing/contract.ts";

/** A group with the members that can be used: proxies that are switched off are not among them. */
export type GroupModel =
  | (Listed & {
      readonly kind: "selector";
      readonly default: Tag | null;
      /** Members by which no request can go direct, whatever is picked inside them. */
      readonly closed: readonly Tag[];
    })
  | (Listed & { readonly kind: "balancer"; readonly setup: GroupSetup });

export type BalancerModel = Extract<GroupModel, { kind: "balancer" }>;

interface Listed {
  readonly tag: Tag;
  readonly members: readonly Tag[];
  /** All members, those that are switched off included. */
  readonly listed: readonly Tag[];
}

/** A configuration made ready for the core: what can be tested, and the groups, each after those inside it. */
export interface Model {
  readonly config: Config<RuleSource>;
  /** Those that are switched on. */
  readonly proxies: readonly ProxyOutbound[];
  readonly proxyOf: ReadonlyMap<Tag, ProxyOutbound>;
  readonly groups: readonly GroupModel[];
  readonly groupOf: ReadonlyMap<Tag, GroupModel>;
  /** What blocks because it cannot be used as it is written. */
  readonly refused: ReadonlySet<Tag>;
}

/** @param config checked: every tag known, no loops */
export function modelOf(config: Config<RuleSource>): Model {
  const byTag = new Map(config.outbounds.map((outbound) => [outbound.tag, outbound]));
  const proxies = config.outbounds.filter((one): one is ProxyOutbound => one.kind === "proxy" && one.enabled);
  const open = openOf(config.outbounds);
  const groups = insideOut(config.outbounds, byTag).map((group) => groupModel(group, byTag, open));
  const proxyOf = new Map(proxies.map((proxy) => [proxy.tag, proxy]));
  const groupOf = new Map(groups.map((group) => [group.tag, group]));
  const refused = config.outbounds.filter((one) => one.kind === "block" && one.refused).map(({ tag }) => tag);
  return { config, proxies, proxyOf, groups, groupOf, refused: new Set(refused) };
}

/** What goes direct; groups that may are added from the inside out. */
const openOf = (outbounds: readonly Outbound[]): Set<Tag> =>
  new Set([DIRECT, ...outbounds.filter(({ kind }) => kind === "direct").map(({ tag }) => tag)]);

type Group = Extract<Outbound, { kind: "selector" | "balancer" }>;

function groupModel(group: Group, byTag: ReadonlyMap<Tag, Outbound>, open: Set<Tag>): GroupModel {
  const usable = (tag: Tag): boolean => {
    const member = byTag.get(tag);
    return member?.kind !== "proxy" || member.enabled;
  };
  const members = group.members.filter(usable);
  const closed = members.filter((tag) => !open.has(tag));
  if (closed.length < members.length) open.add(group.tag);
  const shared = { tag: group.tag, members, listed: group.members };
  if (group.kind === "selector") return { kind: "selector", ...shared, default: group.default, closed };
  const setup: GroupSetup = {
    tag: group.tag,
    members: members.map((tag) => {
      const member = byTag.get(tag);
      return member?.kind === "proxy" ? { tag, udp: member.udp, weight: member.weight } : { tag, udp: true, weight: 1 };
    }),
    options: group.options,
  };
  return { kind: "balancer", ...shared, setup };
}

/** Groups in an order in which each comes after the groups inside it; a checked configuration has no loops. */
function insideOut(outbounds: readonly Outbound[], byTag: ReadonlyMap<Tag, Outbound>): readonly Group[] {
  const ordered: Group[] = [];
  const seen = new Set<Tag>();
  const visit = (outbound: Outbound | undefined): void => {
    if (!outbound || seen.has(outbound.tag) || (outbound.kind !== "selector" && outbound.kind !== "balancer")) return;
    seen.add(outbound.tag);
    for (const member of outbound.members) visit(byTag.get(member));
    ordered.push(outbound);
  };
  for (const outbound of outbounds) visit(outbound);
  return ordered;
}
