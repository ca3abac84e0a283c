import type { Page } from "puppeteer-core";

type Api = typeof chrome;
type Area = "local" | "session";

/** All that a storage area holds, read through a page of the extension. */
export async function readStorage(page: Page, area: Area): Promise<Readonly<Record<string, unknown>>> {
  const text = await page.evaluate(async (name) => {
    const api = (globalThis as { browser?: Api }).browser ?? chrome;
    return JSON.stringify(await api.storage[name].get(null));
  }, area);
  return JSON.parse(text);
}

/** Puts fields into the extension's local storage, as another version of it may have left them. */
export const writeStorage = (page: Page, fields: object): Promise<void> =>
  page.evaluate(async (text) => {
    const api = (globalThis as { browser?: Api }).browser ?? chrome;
    await api.storage.local.set(JSON.parse(text));
  }, JSON.stringify(fields));

/** Every record of one IndexedDB store of the extension; empty when there is no such database or store. */
export async function readRecords(page: Page, database: string, store: string): Promise<readonly unknown[]> {
  const text = await page.evaluate(
    async (name, from) => {
      const known = await indexedDB.databases();
      if (!known.some((one) => one.name === name)) return "[]"; // opening would make it
      const settled = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((done, fail) => {
          request.onsuccess = () => done(request.result);
          request.onerror = () => fail(request.error);
        });
      const opened = await settled(indexedDB.open(name));
      try {
        if (!opened.objectStoreNames.contains(from)) return "[]";
        return JSON.stringify(await settled(opened.transaction(from).objectStore(from).getAll()));
      } finally {
        opened.close();
      }
    },
    database,
    store,
  );
  return JSON.parse(text);
}
