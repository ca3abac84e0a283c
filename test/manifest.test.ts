import { expect, test } from "vitest";
import manifest from "../manifest.json" with { type: "json" };
import { manifestFor } from "../scripts/vite/manifest-for.ts";

test.each([
  ["chrome", ["proxy", "storage", "alarms", "webRequest", "webRequestAuthProvider"], ["browsingData"]],
  ["firefox", ["proxy", "storage", "alarms", "webRequest", "webRequestBlocking"], []],
] as const)(
  "%s is asked for what routing and testing need, and no more; the rest when it is used",
  (browser, required, more) => {
    const built = manifestFor(manifest, browser);
    expect(built.permissions).toEqual(required);
    expect(built.host_permissions).toEqual(["<all_urls>"]);
    expect(built.optional_permissions).toEqual(["scripting", "downloads", "privacy", ...more]);
  },
);
