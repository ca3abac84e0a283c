import { setTimeout } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import type { BrowserKind } from "../../scripts/find-browser.mjs";
import { extensionFolder } from "../e2e/support/build.ts";
import { openBusyPage } from "../e2e/support/busy-page.ts";
import { launchChromium } from "../e2e/support/chromium.ts";
import type { ExtensionBrowser, LaunchOptions } from "../e2e/support/extension-browser.ts";
import { copyExtension } from "../e2e/support/extension-copy.ts";
import { ask, saveConfig, waitForView } from "../e2e/support/extension-page.ts";
import { launchFirefox } from "../e2e/support/firefox.ts";
import { letHappen, MOMENTS } from "../e2e/support/moments.ts";
import { createPrivateNetwork, type PrivateNetwork } from "../e2e/support/private-network.ts";
import { until } from "../e2e/support/until.ts";
import { allTested } from "../e2e/support/world.ts";
import { createLab, type Lab } from "../lab/lab.ts";
import { createBareExtension } from "./support/bare-extension.ts";
import type { Table } from "./support/table.ts";

const ROUNDS = 5;
/** Answers that a page has before and after. */
const AROUND = 100;

const NETWORK_CHANGES = 20;
/** Chrome goes on two seconds after the last change. */
const PAUSE_MS = 2_500;

/** Else Firefox starts no background any more that has crashed five times within half a minute. */
const PATIENT = { "extensions.webextensions.crash.threshold": 1_000 };

const SETTINGS = [
  ["Chromium", "chrome", false],
  ["Firefox, private windows allowed", "firefox", true],
  ["Firefox, not allowed", "firefox", false],
] as const;

/**
 * What goes directly while the extension stops, reloads, is updated or crashes, and while addresses and devices of the
 * network come and go, of a page that asks every 5 ms.
 */
export async function benchLeaks(): Promise<Table> {
  const rows: Table["rows"][number][] = [];
  for (const [where, kind, privateWindows] of SETTINGS) rows.push(...(await momentsIn(where, kind, privateWindows)));
  for (const [where, kind, privateWindows] of SETTINGS) rows.push(...(await changesIn(where, kind, privateWindows)));
  for (const kind of ["chrome", "firefox"] as const) rows.push(await bareIn(kind));
  return { title: `Requests that went directly, of a page that asks every 5 ms (${ROUNDS} times each; goal: 0)`, rows };
}

async function momentsIn(where: string, kind: BrowserKind, privateWindows: boolean): Promise<Table["rows"]> {
  const lab = await createLab();
  const copy = copyExtension(kind);
  const browser = await launch(kind, lab, copy.folder, privateWindows);
  try {
    let page = await browser.open("popup/index.html");
    await saveConfig(page, lab.config({ monitoring: { interval: "1h" } }));
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", allTested);

    const rows: Table["rows"][number][] = [];
    for (const moment of MOMENTS) {
      const went = await inRounds(lab, browser, moment, async () => {
        page = await letHappen(moment, { browser, copy }, page);
      });
      rows.push({ where, moment, ...summary(went) });
    }
    return rows;
  } finally {
    await browser.close();
    await copy.remove();
    await lab.close();
  }
}

/** Addresses and devices of the network come and go; nothing where this machine gives nobody a network of its own. */
async function changesIn(where: string, kind: BrowserKind, privateWindows: boolean): Promise<Table["rows"]> {
  const lab = await createLab();
  const network = await createPrivateNetwork(lab);
  if (typeof network === "string") {
    console.log(network);
    await lab.close();
    return [];
  }
  const browser = await launch(kind, lab, extensionFolder(kind), privateWindows, network.start(kind));
  try {
    const page = await browser.open("popup/index.html");
    await saveConfig(page, lab.config({ monitoring: { interval: "1h" } }));
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", allTested);
    const went = await inRounds(lab, browser, "network", () => changeOften(network));
    return [{ where, moment: `network, ${NETWORK_CHANGES} changes`, ...summary(went) }];
  } finally {
    await browser.close();
    await network.close();
    await lab.close();
  }
}

/** Some changes so close that a browser has not seen the one before out, and some after a pause. */
async function changeOften(network: PrivateNetwork): Promise<void> {
  for (let round = 0; round < NETWORK_CHANGES; round++) {
    network.change(round);
    await setTimeout(round % 4 === 3 ? PAUSE_MS : 50);
  }
}

/** The moment that no extension can close, with the least of all extensions: what is the browser's own doing in it. */
async function bareIn(kind: BrowserKind): Promise<Table["rows"][number]> {
  const lab = await createLab();
  const bare = createBareExtension(kind, lab.proxy("de-1"));
  const browser = await launch(kind, lab, bare.folder, true);
  try {
    const opened = async (): Promise<Page> => {
      const page = await browser.open("popup/index.html");
      await until("the one proxy in force", () =>
        page.evaluate(async () => {
          const { levelOfControl } = await (
            (globalThis as { browser?: typeof chrome }).browser ?? chrome
          ).proxy.settings.get({});
          return levelOfControl === "controlled_by_this_extension";
        }),
      );
      return page;
    };
    let page = await opened();
    const went = await inRounds(lab, browser, "bare", async () => {
      await page.evaluate(() => chrome.runtime.reload()).catch(() => {}); // its page goes away under it
      page = await until("the extension, back again", opened);
    });
    const where = kind === "chrome" ? "Chromium" : "Firefox, private windows allowed";
    return { where: `${where}: an extension of one line`, moment: "reload", ...summary(went) };
  } finally {
    await browser.close();
    await bare.remove();
    await lab.close();
  }
}

const launch = (
  kind: BrowserKind,
  lab: Lab,
  extension: string,
  privateWindows: boolean,
  how: Pick<LaunchOptions, "program" | "args"> = {},
): Promise<ExtensionBrowser> =>
  kind === "chrome"
    ? launchChromium(lab, { extension, ...how })
    : launchFirefox(lab, { extension, ...how, privateWindows, prefs: PATIENT });

/** What a page saw and what went directly, each time that it happens. */
async function inRounds(
  lab: Lab,
  browser: ExtensionBrowser,
  name: string,
  happen: () => Promise<void>,
): Promise<readonly Went[]> {
  const went: Went[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const busy = await openBusyPage(browser, `${name}-${round}`);
    await busy.answered(AROUND);
    await happen();
    await busy.answered(AROUND);
    const { answered, failed } = await busy.stop();
    const times = lab.requests({ host: busy.host, via: "direct" }).map(({ at }) => at);
    const lastedMs = times.length > 0 ? Math.max(...times) - Math.min(...times) : 0;
    went.push({ direct: times.length, lastedMs, failed, asked: answered + failed });
    lab.clear();
  }
  return went;
}

interface Went {
  readonly asked: number;
  readonly failed: number;
  readonly direct: number;
  /** From the first that went directly to the last. */
  readonly lastedMs: number;
}

function summary(went: readonly Went[]): Readonly<Record<string, number>> {
  const all = (name: keyof Went): number[] => went.map((one) => one[name]).sort((a, b) => a - b);
  const middle = (name: keyof Went): number => all(name)[Math.floor(went.length / 2)] ?? 0;
  return {
    asked: all("asked").reduce((sum, one) => sum + one, 0),
    failed: all("failed").reduce((sum, one) => sum + one, 0),
    "direct, median": middle("direct"),
    "direct, most": Math.max(...all("direct")),
    "ms, median": middle("lastedMs"),
    "ms, most": Math.max(...all("lastedMs")),
  };
}
