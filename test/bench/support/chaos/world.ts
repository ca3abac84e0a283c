import type { BrowserKind } from "../../../../scripts/find-browser.mjs";
import { extensionFolder } from "../../../e2e/support/build.ts";
import { launchChromium } from "../../../e2e/support/chromium.ts";
import type { ExtensionBrowser } from "../../../e2e/support/extension-browser.ts";
import { ask, saveConfig, waitForView } from "../../../e2e/support/extension-page.ts";
import { launchFirefox } from "../../../e2e/support/firefox.ts";
import { allTested } from "../../../e2e/support/world.ts";
import { createLab, type Lab, type ProxySpec } from "../../../lab/lab.ts";
import type { ProxyKind } from "../../../lab/proxy/behaviour.ts";
import { type ExtensionPage, extensionPage } from "./extension-page.ts";
import type { ChaosStrategy } from "./record.ts";

export const MEMBERS = 15;
export const GROUP = "chaos";

const KINDS: readonly ProxyKind[] = ["http", "http", "https", "http", "socks5"];

/** A member that is stopped must find its port free again: below the ports that other labs of the machine take. */
const PORTS = { lowest: 12_000, highest: 17_900 };
const TRIES = 5;
/** The first cycle looks up every exit, too. */
const FIRST_CYCLE_MS = 120_000;

/** A lab with the members, and a browser that sends everything through the one group they are in. */
export interface ChaosWorld {
  readonly lab: Lab;
  readonly browser: ExtensionBrowser;
  /** The names of the members. */
  readonly members: readonly string[];
  /** Opened for each question and closed again: an open popup would be told of all traffic. */
  readonly page: ExtensionPage;
  close(): Promise<void>;
}

export interface ChaosWorldOptions {
  readonly kind: BrowserKind;
  readonly strategy: ChaosStrategy;
  /** The group's `interrupt_exist_connections`. */
  readonly interrupt: boolean;
}

/** Ready when every member has been tested and answers. Monitoring has the settings that a person has who set none. */
export async function createChaosWorld({ kind, strategy, interrupt }: ChaosWorldOptions): Promise<ChaosWorld> {
  const lab = await createChaosLab(strategy);
  const members = lab.proxies.map(({ name }) => name);
  const extension = extensionFolder(kind);
  let browser: ExtensionBrowser | undefined;
  try {
    browser =
      kind === "chrome"
        ? await launchChromium(lab, { extension })
        : await launchFirefox(lab, { extension, privateWindows: true });
    const page = extensionPage(browser);
    await page.use(async (open) => {
      await saveConfig(open, configOf(lab, strategy, interrupt));
      await ask(open, "setMode", "balanced");
      await waitForView(open, "every member tested", allTested, FIRST_CYCLE_MS);
    });
    return { lab, browser, members, page, close: () => closeBoth(lab, browser) };
  } catch (error) {
    await closeBoth(lab, browser);
    throw error;
  }
}

async function closeBoth(lab: Lab, browser: ExtensionBrowser | undefined): Promise<void> {
  await browser?.close();
  await lab.close();
}

async function createChaosLab(strategy: ChaosStrategy): Promise<Lab> {
  for (let tries = 1; ; tries++) {
    const port = PORTS.lowest + Math.floor(Math.random() * (PORTS.highest - PORTS.lowest));
    try {
      return await createLab({ proxies: Array.from({ length: MEMBERS }, (_, i) => memberAt(i, port + i, strategy)) });
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

/**
 * From one member's delay to the next one's. A group of the lowest delay must find them in the same order each time, also on
 * a busy machine: which deaths it meets depends on it. One of turns uses those alone that are near the fastest one.
 */
const STEP_MS: Readonly<Record<ChaosStrategy, number>> = { "lowest-delay": 30, "round-robin": 4 };
const LEAST_DELAY_MS = 10;

const memberAt = (place: number, port: number, strategy: ChaosStrategy): ProxySpec => ({
  name: `p${String(place + 1).padStart(2, "0")}`,
  kind: KINDS[place % KINDS.length] ?? "http",
  exit: place + 1,
  delayMs: LEAST_DELAY_MS + place * STEP_MS[strategy],
  port,
});

function configOf(lab: Lab, strategy: ChaosStrategy, interrupt: boolean): object {
  const tags = lab.proxies.map(({ name }) => name);
  const group = { type: "balancer", tag: GROUP, outbounds: tags, strategy, interrupt_exist_connections: interrupt };
  const config = lab.config({ final: GROUP });
  // Without the lab's usual groups: their selections would be tested too.
  const proxies = config.outbounds.filter(({ tag }) => tags.includes(String(tag)));
  return { ...config, outbounds: [...proxies, group] };
}
