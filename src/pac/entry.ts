import type { PacData } from "./data.ts";
import { createProgram, Thrown } from "./program.ts";

declare const switchyard: PacData;
/** Chrome's: addresses of both families, "" when there are none. */
declare function dnsResolveEx(host: string): string;

const context = Math.random().toString(36).slice(2) + Date.now().toString(36);
const find = createProgram(switchyard, context, Date.now, (host) => dnsResolveEx(host) !== "");

/**
 * Chrome calls this for every request. It throws a text where `find` throws: with a mandatory PAC the request then fails
 * inside the browser, and the text reaches the background (fact C5).
 */
export default function FindProxyForURL(url: string): string {
  try {
    return find(url);
  } catch (error) {
    throw error instanceof Thrown ? error.message : error;
  }
}
