import { hash32 } from "../lib/hash.ts";
import type { Tag } from "../model/outbound.ts";
import { proxiesIn } from "./leads.ts";
import type { Model } from "./model.ts";

/** What each balancer is made of, to tell a changed one from an unchanged: its options, its members and where these are. */
export function groupsMadeOf(model: Model, endpoints: Readonly<Record<Tag, string>>): Readonly<Record<Tag, string>> {
  return Object.fromEntries(
    model.groups.flatMap((group): [Tag, string][] => {
      if (group.kind !== "balancer") return [];
      const places = group.members.flatMap((member) => proxiesIn(model, member)).map((tag) => endpoints[tag]);
      return [[group.tag, JSON.stringify([group.setup, places])]];
    }),
  );
}

/**
 * Where each proxy is, what it dials through and a hash of its account, which itself has no place in a state: under another
 * account a proxy may work or not, and often leaves by another address.
 */
export const endpointsOf = ({ proxies }: Model): Readonly<Record<Tag, string>> =>
  Object.fromEntries(
    proxies.map(({ tag, protocol, host, port, detour, account }) => [
      tag,
      [
        `${protocol}://${host}:${port}`,
        ...(detour === null ? [] : [`through ${detour}`]),
        ...(account ? [`as ${hash32(JSON.stringify([account.username, account.password]))}`] : []),
      ].join(" "),
    ]),
  );
