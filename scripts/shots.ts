import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import type { History } from "../src/model/history.ts";
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
/** With how many members the details are shown. */
const DETAILS_AT = 5;
const OPTIONS_SIZE = { width: 1_100, height: 900 };
const REST_HEIGHT = 1_500;
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
      const query = `(prefers-color-scheme: ${scheme})`;
      await page.waitForFunction((wanted) => matchMedia(wanted).matches, {}, query);
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
      if (count === DETAILS_AT) await takeDetails(browser, page, take);
    }
    const options = await browser.open("popup/options/index.html");
    await options.setViewport(OPTIONS_SIZE);
    await options.waitForSelector("#app > *");
    await take(options, "options");
    await takeRest(browser, take);
  } finally {
    await browser.close();
  }
}

/** A picture of the options page below the editor, its sections open: where an address goes, and all that is chosen there. */
async function takeRest(browser: Launched, take: (page: Page, name: string) => Promise<void>): Promise<void> {
  const options = await browser.open("popup/options/index.html");
  await options.setViewport({ ...OPTIONS_SIZE, height: REST_HEIGHT });
  await options.waitForSelector("details");
  await options.evaluate(() => {
    for (const section of document.querySelectorAll("details")) section.open = true;
  });
  await options.locator("input.address").fill("https://www.example.com:8443/page");
  await options.waitForSelector(".found-way");
  await options.evaluate(() => document.querySelector("#address-heading")?.scrollIntoView());
  await take(options, "options-rest");
}

/** A picture of open details: of a proxy with a full history that failed at times, of a young one, and of one that never worked. */
async function takeDetails(
  browser: Launched,
  page: Page,
  take: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const [first] = PROXIES;
  await writeHistory(page, first?.name ?? "");
  for (let round = 0; round < 3; round++) {
    const asked = Date.now();
    await ask(page, "test", []);
    await waitForView(
      page,
      "tested again",
      (view) => allTested(view) && view.members.every(({ testedAt }) => (testedAt ?? 0) >= asked),
    );
  }
  const popup = await openPopup(browser);
  await popup.setViewport({ width: POPUP_SIZE.width, height: 1_000, deviceScaleFactor: 2 });
  for (const { name } of [PROXIES[0], PROXIES[1], PROXIES[3]].filter((proxy) => proxy !== undefined))
    await popup.locator(`[data-tag="${name}"] [data-part="main"]`).click();
  await popup.waitForFunction(() => document.querySelectorAll(".spark").length === 3);
  await take(popup, "details");
}

/** Puts a hundred past tests where the background keeps them. */
async function writeHistory(page: Page, tag: string): Promise<void> {
  const tests: History = Array.from({ length: 100 }, (_, index) => {
    const at = Date.now() - (100 - index) * 300_000;
    if (index % 41 === 33 || (index > 70 && index < 75)) return { at, error: "timeout" };
    return { at, delay: 84 + ((index * 29) % 31) + (index === 50 ? 900 : 0) + (index > 85 ? 40 : 0) };
  });
  await page.evaluate(
    (name, wanted) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open("switchyard");
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("history", "readwrite");
          const store = transaction.objectStore("history");
          store.openCursor().onsuccess = function () {
            const cursor = this.result as IDBCursorWithValue | null;
            if (cursor?.value.tag === name) cursor.update({ ...cursor.value, tests: JSON.parse(wanted) });
            cursor?.continue();
          };
          transaction.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
    tag,
    JSON.stringify(tests),
  );
}

const [folder = "out/shots", ...named] = process.argv.slice(2);
const kinds = (["chrome", "firefox"] as const).filter((kind) => named.length === 0 || named.includes(kind));
await shots(folder, kinds);
console.log(`The pictures are in ${folder}`);
