import browser from "webextension-polyfill";
import { isIpv4 } from "../../../src/routing/ip-literal.ts";
import type { Via } from "./own-requests.ts";

/**
 * Firefox has one name for a SOCKS proxy that cannot reach the site, for one whose own name is not found and, where the
 * browser looks up the site's name, for that. Only names that it looked up just now are looked up again.
 *
 * @returns whose name is not found; null: no name is missing, or the error is about something else
 */
export async function missingName(
  error: string,
  { type, host, proxyDNS }: Via,
  url: string,
): Promise<"name_not_resolved" | "site_name_not_resolved" | null> {
  if (error !== "NS_ERROR_UNKNOWN_HOST" || !type.startsWith("socks")) return null;
  if (!(await isFound(host))) return "name_not_resolved";
  return proxyDNS || (await isFound(new URL(url).hostname)) ? null : "site_name_not_resolved";
}

async function isFound(host: string): Promise<boolean> {
  if (isIpv4(host) || host.includes(":")) return true;
  return browser.dns.resolve(host).then(
    () => true,
    () => false,
  );
}
