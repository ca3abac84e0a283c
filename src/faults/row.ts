import type { ProbeErrorCode } from "../model/probe-error.ts";

export type Browser = "chrome" | "firefox";

/** Who a browser's error is about: the proxy, perhaps the proxy, the site, this computer's own network, or nobody. */
export type Fault = "member" | "unclear" | "site" | "own-network" | "nobody";

/** How a request went: `tunnel` (https, wss through an HTTP or HTTPS proxy), `plain` (http, ws through one), or by SOCKS. */
export type Via = "tunnel" | "plain" | "socks";

/** Firefox gives a TLS error as a sentence in the user's language (fact F20): about the protocol, or about a certificate. */
export type Sentence = "tls-sentence" | "certificate-sentence";

/** What an error means (X6.1, M21). */
export interface Meaning {
  readonly fault: Fault;
  /** Whether the site can have seen the request (X4.6). `no`: certainly not. */
  readonly sent: "no" | "maybe";
  /** What a test that ends with this error shows (M21); null: nothing can be concluded, the test is repeated. */
  readonly code: ProbeErrorCode | null;
}

/** One row of the table of errors. */
export interface FaultRow extends Meaning {
  /** Chrome's error without `net::`; Firefox's error; the beginning of one; or the kind of a sentence. */
  readonly error: string;
  readonly match: "exact" | "prefix" | "sentence";
  readonly via: Via | "any";
  /**
   * How the row became known, of one that the requirements do not list: `measured` in Chromium 156 or Firefox ESR 153,
   * or `read` in the browser's source and its descriptions of errors, and never met.
   */
  readonly added?: "measured" | "read";
}

const row =
  (match: FaultRow["match"]) =>
  (
    error: string,
    fault: Fault,
    sent: Meaning["sent"],
    code: ProbeErrorCode | null,
    via: FaultRow["via"] = "any",
  ): FaultRow => ({ error, match, via, fault, sent, code });

export const exact = row("exact");
export const prefix = row("prefix");
export const sentence = row("sentence");

/** Marks rows that the requirements do not list. */
export const added = (how: "measured" | "read", rows: readonly FaultRow[]): readonly FaultRow[] =>
  rows.map((one) => ({ ...one, added: how }));
