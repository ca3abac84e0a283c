import { parseArgs } from "node:util";
import type { Page } from "puppeteer-core";
import { buildExtension } from "../test/e2e/support/build.ts";
import { launchChromium } from "../test/e2e/support/chromium.ts";
import { createClosing } from "../test/e2e/support/closing.ts";
import type { ExtensionBrowser } from "../test/e2e/support/extension-browser.ts";
import { ask, saveConfig, waitForView } from "../test/e2e/support/extension-page.ts";
import { launchFirefox } from "../test/e2e/support/firefox.ts";
import { openPopup, POPUP_SIZE } from "../test/e2e/support/popup.ts";
import { allTested } from "../test/e2e/support/world.ts";
import { DEMO_PROXIES } from "../test/lab/demo-proxies.ts";
import { createLab } from "../test/lab/lab.ts";

const DEMO_PAGE = "https://demo-site.test/";

interface Wanted {
  readonly kind: "chrome" | "firefox";
  readonly headless: boolean;
  /** A PNG of the popup goes there when every proxy was tested, and that is all. */
  readonly screenshot: string | null;
}

/** Builds the extension and opens a browser with it in the lab: proxies configured, switched on, a page that shows who carries what. */
async function start({ kind, headless, screenshot }: Wanted): Promise<void> {
  const closing = createClosing();
  try {
    const extension = await buildExtension(kind);
    const lab = await createLab({ proxies: DEMO_PROXIES });
    closing.add(() => lab.close());
    const options = { extension, headless, handleSignals: false };
    const browser = await (kind === "chrome" ? launchChromium(lab, options) : launchFirefox(lab, options));
    closing.add(() => browser.close());
    const ended = new Promise<void>((done) => browser.browser.once("disconnected", done));
    const popup = screenshot ? await openPopup(browser) : await browser.open("popup/index.html");
    await saveConfig(popup, lab.config({ monitoring: { interval: "1m" } }));
    await ask(popup, "setMode", "balanced");
    if (screenshot) return await photograph(popup, screenshot);
    await showDemo(browser);
    await popup.bringToFront();
    await Promise.race([ended, closing.signal]);
  } finally {
    await closing.close();
  }
}

async function photograph(popup: Page, path: string): Promise<void> {
  await waitForView(popup, "every proxy tested", allTested);
  await waitForView(popup, "every exit known", ({ members }) =>
    members.every(({ shown, exit }) => shown.kind !== "delay" || exit !== null),
  );
  await popup.setViewport({ ...POPUP_SIZE, deviceScaleFactor: 2 });
  await popup.screenshot({ path });
  console.log(`The popup is in ${path}`);
}

async function showDemo(browser: ExtensionBrowser): Promise<void> {
  const [blank] = await browser.browser.pages();
  await browser.visit(DEMO_PAGE);
  if (blank?.url() === "about:blank") await blank.close();
  console.log(`Switchyard runs, with ${DEMO_PROXIES.length} proxies of a small internet on this machine.`);
  console.log(`${DEMO_PAGE} shows which proxy carried what; any other name leads to the same lab.`);
  console.log("Close the browser or press Ctrl+C to stop.");
}

function parse(args: string[]): Wanted {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { headless: { type: "boolean" }, screenshot: { type: "string" } },
  });
  const [kind = "chrome", ...others] = positionals;
  if ((kind !== "chrome" && kind !== "firefox") || others.length > 0)
    throw new Error(`expected chrome or firefox, got ${positionals.join(" ")}`);
  const { headless = false, screenshot = null } = values;
  return { kind, headless: headless || screenshot !== null, screenshot };
}

const needsDisplay = (): boolean =>
  process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

const wanted = parse(process.argv.slice(2));
if (!wanted.headless && needsDisplay()) {
  console.error("There is no display: run this in a desktop session, or add --headless or --screenshot FILE.");
  process.exitCode = 1;
} else await start(wanted);
