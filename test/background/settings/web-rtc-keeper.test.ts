import { expect, test } from "vitest";
import type { Settings } from "../../../background/ports/store.ts";
import { createWebRtcKeeper } from "../../../background/settings/web-rtc-keeper.ts";
import type { Mode, WebRtcState } from "../../../src/protocol/view.ts";

function keeperOf(settings: Partial<Settings> | null, state: WebRtcState = "closed") {
  const asked: boolean[] = [];
  let changes = 0;
  const keeper = { settings: settings && { mode: "balanced", config: null, webRtc: false, picks: {}, ...settings } };
  const setting = {
    async apply(closed: boolean) {
      asked.push(closed);
      return closed ? state : "open";
    },
  };
  const made = createWebRtcKeeper(keeper as { settings: Settings | null }, setting, () => changes++);
  return { made, asked, changes: () => changes };
}

test.each<[Mode, boolean, boolean]>([
  ["balanced", true, true],
  ["balanced", false, false],
  ["direct", true, false],
  ["system", true, false],
])("%s, chosen: %s: WebRTC is kept within the proxies: %s", async (mode, webRtc, closed) => {
  const { made, asked } = keeperOf({ mode, webRtc });
  await made.follow();
  expect(asked).toEqual([closed]);
  expect(made.view()).toEqual({ chosen: webRtc, state: closed ? "closed" : "open" });
});

test.each<WebRtcState>(["no-permission", "extension", "policy", "unsupported"])(
  "chosen and not in force (%s): the choice is kept and it is said once",
  async (state) => {
    const { made, changes } = keeperOf({ webRtc: true }, state);
    await made.follow();
    await made.follow();
    expect(made.view()).toEqual({ chosen: true, state });
    expect(changes()).toBe(1);
  },
);

test("settings that cannot be read do not say what was chosen: what is in force stays", async () => {
  const { made, asked } = keeperOf(null);
  await made.follow();
  expect(asked).toEqual([]);
});
