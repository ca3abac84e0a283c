import { expect, test } from "vitest";
import { plansOf } from "../../../src/engine/snapshot.ts";
import { MortalBackground } from "../support/mortal-background.ts";

const CONFIG = JSON.stringify({
  outbounds: [
    { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" },
    { type: "http", tag: "a", server: "192.0.2.1", server_port: 1001 },
    { type: "http", tag: "b", server: "192.0.2.1", server_port: 1002 },
  ],
});
const PROXIES = { a: { after: 400, worksUntil: Infinity }, b: { after: 40, worksUntil: Infinity } };

/** A background that has tested its proxies, was stopped and is being woken. */
async function wake(hangs: boolean) {
  const background = new MortalBackground(CONFIG, PROXIES, null);
  await background.traffic();
  await background.until(60_000);
  background.stop();
  background.hangs = hangs;
  const woken = background.touch();
  return { background, woken };
}

/** What a look at the core shows. */
function seen({ controller }: MortalBackground) {
  const core = controller?.core;
  if (!core) throw new Error("there is no core");
  const { model, state } = core;
  return { results: state.monitoring.results, plans: plansOf(model, state), mode: controller.mode };
}

test("what was known is known again while the router still takes over, and is what is seen when it has", async () => {
  const { background } = await wake(true);
  await background.controller?.known();
  const { background: whole, woken } = await wake(false);
  await woken;
  expect(seen(background)).toEqual(seen(whole));
  expect(Object.keys(seen(background).results)).toEqual(["a", "b"]);
});

test.each(["system", "direct"] as const)("%s: it is known too", async (mode) => {
  const background = new MortalBackground(CONFIG, PROXIES, null);
  background.mode = mode;
  const woken = background.touch();
  await background.controller?.known();
  await woken;
  expect(background.controller?.mode).toBe(mode);
});

test("settings that cannot be read keep nobody waiting", async () => {
  const background = new MortalBackground(CONFIG, PROXIES, null);
  background.broken.add("settings");
  const woken = background.touch();
  await background.controller?.known();
  await woken;
  expect(background.controller?.core).toBeNull();
});
