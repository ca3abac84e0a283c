import { isIpv4 } from "../../../src/routing/ip-literal.ts";
import type { Via } from "./own-requests.ts";

/**
 * Firefox has one name for a SOCKS proxy that cannot reach the site, for one whose own name is not found and, where the
 * browser looks up the site's name, for that. For an HTTP proxy it has a name of its own for a missing name, so the same
 * proxy is spoken to as one.
 *
 * @param knock Firefox's error of a request that speaks to the proxy as an HTTP proxy; null: there was none in time
 * @returns whose name is not found; null: no name is missing, or the error is about something else
 */
export async function missingName(
  error: string,
  { type, host, proxyDNS }: Via,
  knock: () => Promise<string | null>,
): Promise<"name_not_resolved" | "site_name_not_resolved" | null> {
  if (error !== "NS_ERROR_UNKNOWN_HOST" || !type.startsWith("socks")) return null;
  const named = !isIpv4(host) && !host.includes(":");
  if (named && (await knock()) === "NS_ERROR_UNKNOWN_PROXY_HOST") return "name_not_resolved";
  return proxyDNS ? null : "site_name_not_resolved";
}
