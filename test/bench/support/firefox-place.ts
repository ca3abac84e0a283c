import { join } from "node:path";
import { bundlePac } from "../../../scripts/vite/pac-plugin.ts";
import { createWorld } from "../../e2e/support/world.ts";
import type { DecisionTimer } from "./decision-timer.ts";
import type { Place } from "./place.ts";

/**
 * The same decisions by Firefox's own engine. In a page of a site and by a script element of it: what the driver evaluates
 * itself may run without the compilers that a background's code has.
 */
export async function firefoxPlace(): Promise<Place> {
  const bundle = await bundlePac(join(import.meta.dirname, "decision-timer.ts"));
  const world = await createWorld(undefined, "firefox");
  const page = await world.browser.visit("http://bench.example/page");
  await page.addScriptTag({ content: `${bundle.code};globalThis.createDecisionTimer=FindProxyForURL` });
  return {
    title: "decide() and remember() in Firefox",
    async open({ data: { base, plans } }) {
      await page.evaluate(
        (text) => {
          const [base, plans] = JSON.parse(text);
          const scope = globalThis as unknown as Scope;
          scope.timer = scope.createDecisionTimer(base, plans);
        },
        JSON.stringify([base, plans]),
      );
      return (which, count) => page.evaluate((a, b) => (globalThis as unknown as Scope).timer(a, b), which, count);
    },
    close: () => world.close(),
  };
}

interface Scope {
  createDecisionTimer(base: unknown, plans: unknown): DecisionTimer;
  timer: DecisionTimer;
}
