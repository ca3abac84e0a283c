import { CHROME_ROWS } from "./chrome-rows.ts";
import { FIREFOX_ROWS } from "./firefox-rows.ts";
import type { Browser, FaultRow, Meaning, Sentence, Via } from "./row.ts";

const ROWS: Readonly<Record<Browser, readonly FaultRow[]>> = { chrome: CHROME_ROWS, firefox: FIREFOX_ROWS };

/** An error that no row lists is nobody's. */
const UNLISTED: Meaning = { fault: "nobody", sent: "maybe", code: "unknown" };

/**
 * X6.1: whose fault an error of `webRequest.onErrorOccurred` is, of a request that went to a proxy and had no response
 * head. The first row that matches counts.
 *
 * @param error as the browser gives it, such as `net::ERR_CONNECTION_RESET`, `NS_ERROR_NET_RESET` or Firefox's sentence
 */
export function faultOf(browser: Browser, error: string, via: Via): Meaning {
  const name = browser === "chrome" ? error.replace(/^net::/, "") : error;
  const kind = browser === "firefox" ? sentenceIn(error) : null;
  return ROWS[browser].find((row) => (row.via === "any" || row.via === via) && fits(row, name, kind)) ?? UNLISTED;
}

function fits({ match, error }: FaultRow, name: string, kind: Sentence | null): boolean {
  switch (match) {
    case "exact":
      return name === error;
    case "prefix":
      return name.startsWith(error);
    case "sentence":
      return kind === error;
  }
}

/**
 * B7: whether a request of the user that ended so has its proxy tested. A certificate of the site that is wrong says
 * nothing of the proxy.
 */
export function causesTest({ fault, code }: Meaning): boolean {
  switch (fault) {
    case "member":
    case "unclear":
      return true;
    case "site":
      return code !== "certificate";
    case "own-network":
    case "nobody":
      return false;
  }
}

/**
 * Which sentence of Firefox it is. Those about the protocol name SSL or TLS, which no language translates, but for three,
 * which are known in English only; those about a certificate never do. Null: a code.
 */
function sentenceIn(error: string): Sentence | null {
  if (error.startsWith("NS_")) return null;
  const isOfProtocol = /\b(?:SSL|TLS)|encryption algorithm|security protocol|protocol version/.test(error);
  return isOfProtocol ? "tls-sentence" : "certificate-sentence";
}
