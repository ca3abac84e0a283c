import type { Page } from "puppeteer-core";
import type { History } from "../../../../src/model/history.ts";
import type { Tag } from "../../../../src/model/outbound.ts";
import type { ExtensionBrowser } from "../../../e2e/support/extension-browser.ts";
import { ask } from "../../../e2e/support/extension-page.ts";

/** A page of the extension that is there only while it is used. */
export interface ExtensionPage {
  use<T>(work: (page: Page) => Promise<T>): Promise<T>;
  /** The last tests of each member, the oldest first. */
  readTests(members: readonly Tag[]): Promise<Readonly<Record<Tag, History>>>;
}

export function extensionPage(browser: ExtensionBrowser): ExtensionPage {
  const use = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const page = await browser.open("popup/index.html");
    try {
      return await work(page);
    } finally {
      await page.close();
    }
  };
  return {
    use,
    readTests: (members) =>
      use(async (page) => {
        const entries: [Tag, History][] = [];
        for (const tag of members) entries.push([tag, await ask(page, "history", tag)]);
        return Object.fromEntries(entries);
      }),
  };
}
