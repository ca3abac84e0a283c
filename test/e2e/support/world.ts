import type { Page } from "puppeteer-core";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import type { View } from "../../../src/protocol/view.ts";
import type { ConfigOptions } from "../../lab/config.ts";
import { createLab, type Lab, type LabOptions } from "../../lab/lab.ts";
import { extensionFolder } from "./build.ts";
import { launchChromium } from "./chromium.ts";
import type { ExtensionBrowser } from "./extension-browser.ts";
import { ask, readView, saveConfig, waitForView } from "./extension-page.ts";
import { launchFirefox } from "./firefox.ts";

/** A lab and a browser with the extension in it, and one of the extension's pages to ask through. */
export interface World {
  readonly lab: Lab;
  browser: ExtensionBrowser;
  page: Page;
  /** Saves the lab's proxies as configuration and switches on; resolves when every member was tested. */
  on(options?: ConfigOptions, patienceMs?: number): Promise<View>;
  close(): Promise<void>;
}

/**
 * Resolves when the background has started.
 *
 * @param extension the folder of another build than the usual one
 */
export async function createWorld(
  options?: LabOptions,
  kind: BrowserKind = "chrome",
  extension = extensionFolder(kind),
): Promise<World> {
  const lab = await createLab(options);
  // In Firefox with access to private windows: without it the second wall does not stand.
  const browser =
    kind === "chrome"
      ? await launchChromium(lab, { extension })
      : await launchFirefox(lab, { extension, privateWindows: true });
  const world: World = {
    lab,
    browser,
    page: await browser.open("popup/index.html"),
    async on(wanted, patienceMs) {
      await saveConfig(world.page, lab.config(wanted));
      await ask(world.page, "setMode", "balanced");
      return waitForView(world.page, "every member tested", allTested, patienceMs);
    },
    async close() {
      await world.browser.close();
      await lab.close();
    },
  };
  // Its start ends with putting the browser's own settings in force, which would undo what a test does meanwhile.
  await readView(world.page);
  return world;
}

/** Every member has a result of this run, and nothing is being tested. */
export const allTested = (view: View): boolean =>
  view.members.length > 0 &&
  view.members.every(({ shown, testing }) => !testing && (shown.kind === "delay" || shown.kind === "failed"));

export const memberIn = (view: View, tag: string): View["members"][number] => {
  const found = view.members.find((member) => member.tag === tag);
  if (!found) throw new Error(`no member ${tag} in the view`);
  return found;
};

/** How many of these requests left by each exit. */
export function viaCounts(requests: readonly { readonly via: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { via } of requests) counts[via] = (counts[via] ?? 0) + 1;
  return counts;
}
