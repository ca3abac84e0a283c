import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, waitForView } from "./support/extension-page.ts";
import { createWorld, memberIn, type World } from "./support/world.ts";

/** A browser resends a request whose standing connection breaks: by then its lane is used up. */
describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({}, kind);
    await world.on({ only: ["de-1", "fi-1", "us-1"] });
    await waitForView(world.page, "every exit", (v) => v.members.every(({ exit }) => exit !== null));
  });
  afterAll(() => world?.close());

  const retest = async () => {
    const asked = Date.now();
    await ask(world.page, "test", ["us-1"]);
    const view = await waitForView(world.page, "the test", (v) => {
      const { testing, testedAt } = memberIn(v, "us-1");
      return !testing && (testedAt ?? 0) >= asked;
    });
    return memberIn(view, "us-1").shown;
  };

  test.each(["reset", "drop"] as const)(
    "M1 · a %s on a standing tunnel never lets another proxy's answer count",
    async (fault) => {
      const own = world.lab.exit(4).address;
      for (let round = 0; round < 3; round++) {
        world.lab.proxy("us-1").set({ fault: null });
        await retest();
        world.lab.proxy("us-1").set({ fault: { kind: fault, at: "headers" } });
        world.lab.clear();
        const shown = await retest();
        const last = world.lab.requests({ path: "/generate_204" }).at(-1)?.via;
        // What counts is the last request sent: when it came from elsewhere, it must not have counted.
        if (shown.kind === "delay") expect(last, `round ${round}`).toBe(own);
      }
    },
    120_000,
  );
});
