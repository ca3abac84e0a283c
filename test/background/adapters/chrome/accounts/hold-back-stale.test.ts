import { describe, expect, test } from "vitest";
import {
  createToldAccounts,
  type ToldAccounts,
} from "../../../../../background/adapters/chrome/accounts/account-ledger.ts";
import { withoutFormer } from "../../../../../background/adapters/chrome/accounts/hold-back-stale.ts";
import type { ProxyOutbound } from "../../../../../src/model/outbound.ts";
import { proxyOf } from "../../../support/proxy.ts";

const AT = "gw.example:3128";
const old = { username: "u", password: "old" };
const tags = (proxies: readonly ProxyOutbound[]): readonly string[] => proxies.map(({ tag }) => tag);

/** What Chrome was told, as a background finds it that was stopped in between. */
function woken(told: ToldAccounts): ToldAccounts {
  const next = createToldAccounts();
  next.load(JSON.parse(JSON.stringify(told.save())));
  return next;
}

describe("which account Chrome was told", () => {
  const told = createToldAccounts();
  told.told(AT, old);
  told.told("[::ffff:c000:201]:3128", old);

  test.each<[string, ProxyOutbound, boolean]>([
    ["the same account", proxyOf("a", { password: "old" }), false],
    ["another password", proxyOf("a", { password: "new" }), true],
    ["no account any more", proxyOf("a", { password: null }), true],
    ["another port", proxyOf("a", { password: "new", port: 1 }), false],
    ["another host", proxyOf("a", { password: "new", host: "other.example" }), false],
    ["an address told by its other identity", proxyOf("a", { password: "new", host: "192.0.2.1" }), true],
    ["a SOCKS proxy, which Chrome tells nothing", proxyOf("a", { password: null, protocol: "socks5" }), false],
    ["an HTTPS proxy there now", proxyOf("a", { password: "new", protocol: "https" }), true],
  ])("%s, also after the worker was stopped", (_, proxy, other) => {
    expect(told.isOther(proxy)).toBe(other);
    expect(woken(told).isOther(proxy)).toBe(other);
  });

  test("what the proxy did not take, and what was forgotten, is not known any more", () => {
    const proxy = proxyOf("a", { password: "new" });
    const wrong = woken(told);
    wrong.refused(AT);
    expect(wrong.isOther(proxy)).toBe(false);
    const cleared = woken(told);
    cleared.forgotten(proxy);
    expect(cleared.isOther(proxy)).toBe(false);
  });

  test("only what is new has to be written down, and no account is", () => {
    const fresh = createToldAccounts();
    expect([fresh.told(AT, old), fresh.told(AT, old), woken(fresh).told(AT, old)]).toEqual([true, false, false]);
    expect(JSON.stringify(fresh.save())).not.toContain("old");
  });

  test("a start of the browser ends what it knew, but not what it was told since", () => {
    const next = woken(told);
    next.told(AT, { username: "u", password: "since" });
    next.begin();
    expect(next.isOther(proxyOf("a", { password: "new" }))).toBe(true);
    expect(next.isOther(proxyOf("a", { password: "new", host: "192.0.2.1" }))).toBe(false);
  });
});

describe("a changed account", () => {
  /** Plays one change of `a`; what Chrome does when it shall forget is given. */
  async function change(forgets: boolean) {
    const told = createToldAccounts();
    told.told(AT, old);
    const steps: string[] = [];
    const possible = {
      usable: [proxyOf("a", { password: "new" }), proxyOf("b", { password: "x", host: "other.example" })],
      refused: new Map([["c", "account_shared"] as const]),
    };
    const left = await withoutFormer(possible, {
      told,
      forget: async (proxies) => {
        steps.push(`forget ${tags(proxies)}`);
        return forgets;
      },
      answer: (proxies, held) => steps.push(`tell ${tags(proxies)}; hold ${tags(held)}`),
    });
    return { left, steps, told };
  }

  test("is used once Chrome has forgotten the former one; nothing is told there meanwhile", async () => {
    const { left, steps, told } = await change(true);
    expect(tags(left.usable)).toEqual(["a", "b"]);
    expect(steps).toEqual(["tell b; hold a", "forget a", "tell a,b; hold "]);
    expect(told.isOther(proxyOf("a", { password: "new" }))).toBe(false);
  });

  test("is held back, with the reason, where Chrome cannot be made to", async () => {
    const { left, steps } = await change(false);
    expect(tags(left.usable)).toEqual(["b"]);
    expect([...left.refused]).toEqual([
      ["c", "account_shared"],
      ["a", "account_kept"],
    ]);
    expect(steps).toEqual(["tell b; hold a", "forget a"]);
  });
});
