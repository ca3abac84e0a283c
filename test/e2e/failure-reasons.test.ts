import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { View } from "../../src/protocol/view.ts";
import type { ProxySpec } from "../lab/lab.ts";
import type { LabProxy } from "../lab/proxy/proxy.ts";
import { MISSING_NAME } from "./support/chromium-flags.ts";
import { ask, saveConfig, waitForView } from "./support/extension-page.ts";
import { ACCOUNT, FAILURES, type FailureCase, PROXY_KINDS } from "./support/failure-cases.ts";
import { missName } from "./support/missing-name.ts";
import { createWorld, memberIn, type World } from "./support/world.ts";

const MONITORING = { url_test_timeout: "2s", on_demand_timeouts: ["4s"] };
const WRONG = { username: "nobody", password: "wrong" };

const tagOf = ({ kind, name }: Pick<FailureCase, "kind" | "name">) => `${kind} ${name}`;
const proxies: readonly ProxySpec[] = [
  ...FAILURES.map(({ kind, name }, at) => ({ name: tagOf({ kind, name }), kind, exit: (at % 200) + 1 })),
  ...PROXY_KINDS.map((kind, at) => ({ name: tagOf({ kind, name: "knows another account" }), kind, exit: 201 + at })),
].map((spec, at) => ({ ...spec, address: (at % 200) + 1 }));

async function breakIt(proxy: LabProxy, how: FailureCase["how"]): Promise<void> {
  if (how === "stopped") await proxy.stop();
  else proxy.set(how);
  // A tunnel that stands shows nothing of what a new connection would meet.
  proxy.cut();
}

describe.each(["chrome", "firefox"] as const)("in %s", (browser) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ proxies }, browser);
    await missName(world.browser);
    const config = world.lab.config({ monitoring: MONITORING });
    for (const one of FAILURES) await breakIt(world.lab.proxy(tagOf(one)), one.how);
    for (const kind of PROXY_KINDS)
      world.lab.proxy(tagOf({ kind, name: "knows another account" })).set({ account: ACCOUNT });
    const outbounds = config.outbounds.map((one) =>
      String(one.tag).endsWith("knows another account") ? { ...one, ...WRONG } : one,
    );
    const nameless = PROXY_KINDS.map((kind) => {
      const like = outbounds.find(({ tag }) => tag === tagOf({ kind, name: "is stopped" }));
      return { ...like, tag: tagOf({ kind, name: "has a name that is not found" }), server: MISSING_NAME };
    });
    await saveConfig(world.page, { ...config, outbounds: [...outbounds, ...nameless] });
    await ask(world.page, "setMode", "balanced");
    await waitForView(world.page, "the first tests", ({ members }) =>
      members.every(({ testedAt }) => testedAt !== null),
    );
  });
  afterAll(() => world?.close());

  /** Tests members, all at once. */
  async function tested(tags: readonly string[]): Promise<View> {
    const asked = Date.now();
    await ask(world.page, "test", tags);
    return waitForView(world.page, "the tests", (view) =>
      tags.every((tag) => {
        const { testing, testedAt } = memberIn(view, tag);
        return !testing && (testedAt ?? 0) >= asked;
      }),
    );
  }

  describe.each(PROXY_KINDS)("a proxy of kind %s", (kind) => {
    const cases = FAILURES.filter((one) => one.kind === kind);
    const names = ["knows another account", "has a name that is not found"];
    let view: View;
    beforeAll(async () => {
      view = await tested([...cases.map(tagOf), ...names.map((name) => tagOf({ kind, name }))]);
    });
    const shown = (name: string) => memberIn(view, tagOf({ kind, name })).shown;

    test.each(cases.map((one) => [one.name, one] as const))("M21 · that %s fails with its reason", (name, one) => {
      expect(shown(name)).toMatchObject({
        kind: "failed",
        error: { code: expect.toBeOneOf([...one[browser]]), ...(one.status ? { status: one.status } : {}) },
      });
    });

    test("M21 · that has a name that is not found fails with its reason", () => {
      expect(shown("has a name that is not found")).toMatchObject({ error: { code: "name_not_resolved" } });
    });

    test("M21 · that knows another account fails with its reason", () => {
      const socks = browser === "chrome" ? "account_unsupported" : "socks_refused";
      const code = kind.startsWith("socks") ? socks : "login_wrong";
      expect(shown("knows another account")).toMatchObject({ error: { code } });
    });

    test("M21 · that is well again has its delay again, whatever was wrong", async () => {
      for (const one of cases) {
        const proxy = world.lab.proxy(tagOf(one));
        await proxy.restore();
        proxy.cut();
      }
      const well = await tested(cases.map(tagOf));
      const ill = cases.map(tagOf).filter((tag) => memberIn(well, tag).shown.kind !== "delay");
      expect(ill).toEqual([]);
    });
  });

  test("M21 · with SOCKS4 a test address whose name is not found is no fault of the proxy, and that is said", async () => {
    const monitoring = { ...MONITORING, urls: [`https://${MISSING_NAME}/generate_204`] };
    const only = PROXY_KINDS.map((kind) => tagOf({ kind, name: "is stopped" }));
    const config = world.lab.config({ monitoring, only });
    const outbounds = config.outbounds.map((one) =>
      one.version === "4a" ? { ...one, version: "4", remote_dns: false } : one,
    );
    await saveConfig(world.page, { ...config, outbounds });
    const view = await tested(only);
    expect(only.map((tag) => memberIn(view, tag).shown)).toMatchObject([
      { kind: "delay" },
      { kind: "delay" },
      { kind: "failed", error: { code: "site_name_not_resolved" } },
      { kind: "delay" },
    ]);
  });
});
