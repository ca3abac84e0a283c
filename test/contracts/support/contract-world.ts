import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { launchChromium } from "../../e2e/support/chromium.ts";
import type { ExtensionBrowser } from "../../e2e/support/extension-browser.ts";
import { launchFirefox } from "../../e2e/support/firefox.ts";
import { until } from "../../e2e/support/until.ts";
import { createLab, type Lab } from "../../lab/lab.ts";
import type { Call, Reply, Result, Told } from "../host/calls.ts";
import { HOST_PAGE, hostFolder } from "./build.ts";
import { PROXIES } from "./proxies.ts";

type Api = typeof chrome;
type Results<C extends readonly Call[]> = { -readonly [K in keyof C]: C[K] extends Call ? Result<C[K]> : never };

/** A lab, and a browser in which a test calls a platform's methods and looks at sites as a person does. */
export interface ContractWorld {
  readonly kind: BrowserKind;
  readonly lab: Lab;
  readonly browser: ExtensionBrowser;
  /** Begins all calls at once, in this order; resolves when each has settled, and fails when one was rejected. */
  call<const C extends readonly Call[]>(...calls: C): Promise<Results<C>>;
  /** What the platform told since its background began. */
  told(): Promise<readonly Told[]>;
  /** Goes to an address in the one tab of the user; by which exits the site saw it come. */
  visit(address: string): Promise<readonly string[]>;
  /** Runs a function in the user's tab, with one argument that is plain JSON. */
  inTab<A, R>(run: (given: A) => Promise<R>, given: A): Promise<R>;
  /** Runs a function in a page of the extension. */
  inExtension<R>(run: (api: Api) => Promise<R>): Promise<R>;
  /** Names of the proxies that were asked for this host. */
  met(host: string): readonly string[];
  close(): Promise<void>;
}

export async function createContractWorld(kind: BrowserKind): Promise<ContractWorld> {
  const lab = await createLab({ proxies: PROXIES });
  const extension = hostFolder(kind);
  // In Firefox with access to private windows: without it the second wall does not stand.
  const browser =
    kind === "chrome"
      ? await launchChromium(lab, { extension })
      : await launchFirefox(lab, { extension, privateWindows: true });
  const page = await browser.open(HOST_PAGE);
  const tab = await browser.browser.newPage();

  const call: ContractWorld["call"] = async (...calls) => {
    const text = await page.evaluate(async (asked) => {
      const api = (globalThis as { browser?: Api }).browser ?? chrome;
      return JSON.stringify((await api.runtime.sendMessage(JSON.parse(asked))) ?? null);
    }, JSON.stringify({ calls }));
    const reply = JSON.parse(text) as Reply | null;
    if (!reply?.ok) throw new Error(`${calls.map(([name]) => name)} failed: ${reply?.message ?? "nobody answered"}`);
    return reply.values as Results<typeof calls>;
  };
  await until("the host", () => call(["told"]));

  return {
    kind,
    lab,
    browser,
    call,
    told: async () => (await call(["told"]))[0],
    async visit(address) {
      const { hostname, pathname, search } = new URL(address);
      const before = lab.requests({ host: hostname, path: pathname + search }).length;
      // From one error page to another, Firefox tells no end of loading: back to an empty one in between.
      await tab.goto(address).catch(() => tab.goto("about:blank"));
      return lab
        .requests({ host: hostname, path: pathname + search })
        .slice(before)
        .map(({ via }) => via);
    },
    inTab: async (run, given) => JSON.parse(await tab.evaluate(inJson(run), JSON.stringify(given))),
    inExtension: async (run) =>
      JSON.parse(String(await page.evaluate(`(${run})(globalThis.browser ?? chrome).then(${WRITTEN})`))),
    met: (host) => lab.proxies.filter(({ events }) => events.some((one) => one.host === host)).map(({ name }) => name),
    async close() {
      await browser.close();
      await lab.close();
    },
  };
}

const WRITTEN = "(value) => JSON.stringify(value ?? null)";

/** The same function with texts in and out: puppeteer hands over plain ones alike in both browsers. */
function inJson<A, R>(run: (given: A) => Promise<R>): (given: string) => Promise<string> {
  const code = `return (${run})(JSON.parse(given)).then(${WRITTEN})`;
  return new Function("given", code) as (given: string) => Promise<string>;
}
