import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProxySetting } from "../../background/adapters/chrome/pac/proxy-setting.ts";
import { createPrivateAccess } from "../../background/adapters/private-access.ts";
import fake, { fakeBrowser } from "../fakes/browser.ts";

const never = (): Promise<never> => new Promise(() => {});

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("B20 · a browser that does not say whether private windows are allowed holds up routing for two seconds at most", async () => {
  Object.assign(fake, { extension: { isAllowedIncognitoAccess: never } });
  const access = createPrivateAccess();
  const read = access.read();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await read).toBe(true);
});

test.each(["read", "setDead", "clear"] as const)(
  "B20 · a proxy setting of Chrome that never answers counts as one that fails: %s",
  async (call) => {
    const settings = { get: never, set: never, clear: never, onChange: { addListener: () => {} } };
    vi.stubGlobal("chrome", { proxy: { settings } });
    const setting = createProxySetting(() => {});
    const ended = vi.fn();
    setting[call]().catch(ended);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toHaveBeenCalledOnce();
  },
);
