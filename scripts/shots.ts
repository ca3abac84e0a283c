import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { buildExtension } from "../test/e2e/support/build.ts";
import { launchChromium } from "../test/e2e/support/chromium.ts";
import { createClosing } from "../test/e2e/support/closing.ts";
import type { ExtensionBrowser } from "../test/e2e/support/extension-browser.ts";
import { ask, saveConfig, waitForView } from "../test/e2e/support/extension-page.ts";
import { launchFirefox } from "../test/e2e/support/firefox.ts";
import { openPopup, POPUP_SIZE } from "../test/e2e/support/popup.ts";
import { allTested } from "../test/e2e/support/world.ts";
import { createLab, type Lab, type ProxySpec } from "../test/lab/lab.ts";

const LANGUAGES = ["en", "fa"];
const SCHEMES = ["light", "dark"] as const;
const COUNTS = [1, 5, 1_000];
const OPTIONS_SIZE = { width: 1_100, height: 900 };
const KINDS = ["http", "socks5"] as const;

/** As many proxies as the largest picture shows, a few of them in trouble. */
const PROXIES: readonly ProxySpec[] = Array.from({ length: Math.max(...COUNTS) }, (_, index) => ({
  name: `Proxy ${index + 1}`,
  kind: KINDS[index % KINDS.length] ?? "http",
  exit: (index % 250) + 1,
  address: (index % 250) + 1,
  delayMs: 20 + ((index * 37) % 300),
  fault: index % 9 === 3 ? { kind: "status", status: 503 } : null,
}));

/** Pictures of the popup and the options page: both browsers, both schemes, a left and a right language, few and many members. */
async function shots(folder: string, kinds: readonly ExtensionBrowser["kind"][]): Promise<void> {
  const closing = createClosing();
  mkdirSync(folder, { recursive: true });
  const lab = await createLab({ proxies: PROXIES });
  closing.add(() => lab.close());
  try {
    for (const kind of kinds) {
      const built = await buildExtension(kind);
      for (const language of LANGUAGES)
        await inOneBrowser(lab, kind, spoken(built, language, closing.add), folder, language);
    }
  } finally {
    await closing.close();
  }
}

/** A copy of the build that knows one language only: which ones the browser itself has does not matter then. */
function spoken(built: string, language: string, atEnd: (close: () => Promise<void>) => void): string {
  const copy = mkdtempSync(join(tmpdir(), "switchyard-build-"));
  atEnd(async () => rmSync(copy, { recursive: true, force: true }));
  cpSync(built, copy, { recursive: true });
  rmSync(join(copy, "_locales"), { recursive: true });
  cpSync(join(built, "_locales", language), join(copy, "_locales", language), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(built, "manifest.json"), "utf8"));
  writeFileSync(join(copy, "manifest.json"), JSON.stringify({ ...manifest, default_locale: language }));
  return copy;
}

type Launched = ExtensionBrowser & { setScheme(page: Page, scheme: "light" | "dark"): Promise<void> };

async function launch(lab: Lab, kind: ExtensionBrowser["kind"], extension: string): Promise<Launched> {
  if (kind === "chrome") {
    const setScheme = (page: Page, value: string): Promise<void> =>
      page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    return { ...(await launchChromium(lab, { extension })), setScheme };
  }
  const firefox = await launchFirefox(lab, { extension });
  const setScheme = (_: Page, scheme: string): Promise<void> =>
    firefox.setNumber("layout.css.prefers-color-scheme.content-override", scheme === "dark" ? 0 : 1);
  return { ...firefox, setScheme };
}

async function inOneBrowser(
  lab: Lab,
  kind: ExtensionBrowser["kind"],
  extension: string,
  folder: string,
  language: string,
): Promise<void> {
  const browser = await launch(lab, kind, extension);
  const take = async (page: Page, name: string): Promise<void> => {
    for (const scheme of SCHEMES) {
      await browser.setScheme(page, scheme);
      const path = join(folder, `${name}-${kind}-${language}-${scheme}.png`) as `${string}.png`;
      await page.screenshot({ path });
    }
    await page.close();
  };
  try {
    const page = await browser.open("popup/index.html");
    for (const count of COUNTS) {
      const only = PROXIES.slice(0, count).map(({ name }) => name);
      await saveConfig(page, lab.config({ only, monitoring: { workers: 30 } }));
      await ask(page, "setMode", "balanced");
      await waitForView(page, `${count} tested`, (view) => view.members.length === count && allTested(view), 120_000);
      const popup = await openPopup(browser);
      await popup.setViewport({ ...POPUP_SIZE, deviceScaleFactor: 2 });
      await popup.waitForSelector("#app > *");
      await take(popup, `popup-${count}`);
    }
    const options = await browser.open("popup/options/index.html");
    await options.setViewport(OPTIONS_SIZE);
    await options.waitForSelector("#app > *");
    await take(options, "options");
  } finally {
    await browser.close();
  }
}

const [folder = "out/shots", ...named] = process.argv.slice(2);
const kinds = (["chrome", "firefox"] as const).filter((kind) => named.length === 0 || named.includes(kind));
await shots(folder, kinds);
console.log(`The pictures are in ${folder}`);
