import { openBusyPage } from "../e2e/support/busy-page.ts";
import { launchChromium } from "../e2e/support/chromium.ts";
import { copyExtension } from "../e2e/support/extension-copy.ts";
import { ask, saveConfig, waitForView } from "../e2e/support/extension-page.ts";
import { launchFirefox } from "../e2e/support/firefox.ts";
import { letHappen, MOMENTS, type Moment } from "../e2e/support/moments.ts";
import { allTested } from "../e2e/support/world.ts";
import { createLab } from "../lab/lab.ts";
import type { Table } from "./support/table.ts";

const ROUNDS = 5;
/** Answers that a page has before and after. */
const AROUND = 100;

/** Else Firefox starts no background any more that has crashed five times within half a minute. */
const PATIENT = { "extensions.webextensions.crash.threshold": 1_000 };

const SETTINGS = [
  ["Chromium", "chrome", false],
  ["Firefox, private windows allowed", "firefox", true],
  ["Firefox, not allowed", "firefox", false],
] as const;

/** What goes directly while the extension stops, reloads, is updated or crashes, of a page that asks every 5 ms. */
export async function benchLeaks(): Promise<Table> {
  const rows: Table["rows"][number][] = [];
  for (const [where, kind, privateWindows] of SETTINGS) rows.push(...(await momentsIn(where, kind, privateWindows)));
  return { title: `Requests that went directly, of a page that asks every 5 ms (${ROUNDS} times each; goal: 0)`, rows };
}

async function momentsIn(where: string, kind: "chrome" | "firefox", privateWindows: boolean): Promise<Table["rows"]> {
  const lab = await createLab();
  const copy = copyExtension(kind);
  const extension = copy.folder;
  const browser = await (kind === "chrome"
    ? launchChromium(lab, { extension })
    : launchFirefox(lab, { extension, privateWindows, prefs: PATIENT }));
  try {
    let page = await browser.open("popup/index.html");
    await saveConfig(page, lab.config({ monitoring: { interval: "1h" } }));
    await ask(page, "setMode", "balanced");
    await waitForView(page, "every member tested", allTested);

    const once = async (moment: Moment, round: number): Promise<Went> => {
      const busy = await openBusyPage(browser, `${moment}-${round}`);
      await busy.answered(AROUND);
      page = await letHappen(moment, { browser, copy }, page);
      await busy.answered(AROUND);
      const { answered, failed } = await busy.stop();
      const direct = lab.requests({ host: busy.host, via: "direct" });
      const times = direct.map(({ at }) => at);
      const lastedMs = direct.length > 0 ? Math.max(...times) - Math.min(...times) : 0;
      lab.clear();
      return { direct: direct.length, lastedMs, failed, asked: answered + failed };
    };

    const rows: Table["rows"][number][] = [];
    for (const moment of MOMENTS) {
      const went: Went[] = [];
      for (let round = 0; round < ROUNDS; round++) went.push(await once(moment, round));
      rows.push({ where, moment, ...summary(went) });
    }
    return rows;
  } finally {
    await browser.close();
    await copy.remove();
    await lab.close();
  }
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
