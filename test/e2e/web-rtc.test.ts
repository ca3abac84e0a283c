import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extensionFolder } from "./support/build.ts";
import { ask, readView, waitForView } from "./support/extension-page.ts";
import { createBrowserScope } from "./support/firefox-inside.ts";
import { FIREFOX_ID } from "./support/firefox-prefs.ts";
import { createGrantedExtension } from "./support/granted-extension.ts";
import { createOtherExtension } from "./support/other-extension.ts";
import { readStorage } from "./support/storage.ts";
import { createWorld, type World } from "./support/world.ts";

const GATHERING_MS = 2_500;

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  // Nobody can click Chrome's question: there the permission is given from the start.
  const granted = kind === "chrome" ? createGrantedExtension(kind) : null;
  let world: World;
  beforeAll(async () => {
    world = await createWorld({}, kind, granted?.folder ?? extensionFolder(kind));
    await world.on({ only: ["de-1"] });
  });
  afterAll(async () => {
    await world?.close();
    await granted?.remove();
  });

  const policy = (): Promise<string> =>
    world.page.evaluate(async () => {
      const { privacy } = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
      return (await privacy.network.webRTCIPHandlingPolicy.get({})).value as string;
    });
  const state = (wanted: string) =>
    waitForView(world.page, `WebRTC ${wanted}`, ({ webRtc }) => webRtc.state === wanted);

  /** What a page learns of the ways that lead to it: the candidates it gathers, by transport and kind. */
  async function candidates(): Promise<readonly string[]> {
    const tab: Page = await world.browser.visit("https://call.example/page");
    const found = await tab.evaluate(async (patience) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:stun.example:3478" }] });
      const lines: string[] = [];
      const done = new Promise<void>((resolve) => {
        setTimeout(resolve, patience);
        peer.onicecandidate = ({ candidate }) => {
          if (candidate?.candidate) lines.push(candidate.candidate);
          if (!candidate) resolve();
        };
      });
      peer.createDataChannel("x");
      await peer.setLocalDescription(await peer.createOffer());
      await done;
      peer.close();
      return lines;
    }, GATHERING_MS);
    await tab.close();
    return found
      .map((line) => line.split(" "))
      .map(([, , transport, , , , , type]) => `${transport?.toLowerCase()} ${type}`);
  }

  /** Clicks these words; resolves when it is in force. */
  async function onTheOptionsPage(words: string): Promise<void> {
    const options = await world.browser.open("popup/options/index.html");
    await options.waitForSelector("details");
    await options.evaluate(() => {
      for (const section of document.querySelectorAll("details")) section.open = true;
    });
    await options.locator(`::-p-text(${words})`).click();
    await state("closed");
    await options.close();
  }

  test("the positive control: until it is chosen a page sees ways over UDP past the proxies", async () => {
    expect(await candidates()).toContain("udp host");
    expect((await readView(world.page)).webRtc).toEqual({ chosen: false, state: "open" });
  });

  test("chosen on the options page it is in force, kept, and no page gathers a way over UDP", async () => {
    await onTheOptionsPage("Keep them from sending past");
    expect(await policy()).toBe("disable_non_proxied_udp");
    expect((await candidates()).filter((one) => one.startsWith("udp"))).toEqual([]);
    expect((await readStorage(world.page, "local")).webRtc).toBe(true);
    await world.browser.stopBackground();
    expect((await readView(world.page)).webRtc.chosen).toBe(true);
    expect(await policy()).toBe("disable_non_proxied_udp");
  });

  test("it is given back while “direct” or “system” is chosen, and in force again after", async () => {
    for (const mode of ["direct", "system"] as const) {
      await ask(world.page, "setMode", mode);
      await state("open");
      expect(await policy()).not.toBe("disable_non_proxied_udp");
    }
    await ask(world.page, "setMode", "balanced");
    await state("closed");
    expect(await policy()).toBe("disable_non_proxied_udp");
  });

  test("another extension that decides about it is said; when it is gone ours is in force", async () => {
    const other = createOtherExtension(world.browser, "web-rtc", world.lab.proxy("de-1"));
    await other.install();
    await state("extension");
    expect((await readView(world.page)).webRtc.chosen).toBe(true);
    await other.uninstall();
    await other.remove();
    await state("closed");
    expect(await policy()).toBe("disable_non_proxied_udp");
  });

  if (kind === "firefox")
    test("the permission taken away is said, the choice is kept, and one click gives it back", async () => {
      const inside = await createBrowserScope(world.browser.browser);
      await inside(`ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs").ExtensionPermissions
        .remove(${JSON.stringify(FIREFOX_ID)}, { permissions: ["privacy"], origins: [] },
          WebExtensionPolicy.getByID(${JSON.stringify(FIREFOX_ID)}).extension).then(() => "removed")`);
      await state("no-permission");
      expect((await readView(world.page)).webRtc.chosen).toBe(true);
      await onTheOptionsPage("Allow it");
      expect(await policy()).toBe("disable_non_proxied_udp");
    });

  test("switched off it is given back", async () => {
    await ask(world.page, "setWebRtc", false);
    expect(await policy()).not.toBe("disable_non_proxied_udp");
    expect((await readView(world.page)).webRtc).toEqual({ chosen: false, state: "open" });
  });
});
