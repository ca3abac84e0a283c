import type { ProxyOutbound } from "../../../../src/model/outbound.ts";
import { identities } from "../../../../src/pac/proxy-string.ts";

/** It takes about 8 ms (fact C26). */
const PATIENCE_MS = 5_000;

/**
 * Makes Chrome forget the accounts that it keeps for these proxies' addresses, and end the connections that stand idle.
 * "Cookies" stands for accounts too. With `originTypes` for extensions only, no site loses a cookie (fact C26).
 *
 * @returns false: it may know them still; the permission is not there, or it did not answer
 */
export async function forgetAccounts(proxies: readonly ProxyOutbound[]): Promise<boolean> {
  const [first, ...others] = new Set(proxies.flatMap(originsOf));
  // The API is there as soon as the permission is.
  if (first === undefined || !chrome.browsingData) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      chrome.browsingData.remove({ origins: [first, ...others], originTypes: { extension: true } }, { cookies: true }),
      new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error("no answer")), PATIENCE_MS);
      }),
    ]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const originsOf = ({ protocol, host, port }: ProxyOutbound): readonly string[] =>
  (identities(host) ?? []).map((name) => `${protocol === "https" ? "https" : "http"}://${name}:${port}`);
