import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SkipReason } from "../../src/import/skip-reason.ts";

/** What a folder's expected.json says of one file. A key that is absent is not checked. */
export interface Expected {
  readonly format: string;
  readonly encoding?: string;
  readonly proxies?: readonly ExpectedProxy[];
  readonly skipped?: readonly { readonly line?: number; readonly reason: string }[];
  readonly duplicates?: readonly { readonly line: number; readonly sameAs: number }[];
}

export interface ExpectedProxy {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly name?: string;
  readonly remoteDns?: boolean;
}

export const readExpected = (folder: string): [string, Expected][] =>
  Object.entries(JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Record<string, Expected>);

/** The expected reasons are descriptions; these are the codes they describe. */
const DESCRIBED: Readonly<Record<string, string>> = {
  "no port": "no-port",
  "port out of 1-65535": "port-out-of-range",
  "port is not a number": "port-not-a-number",
  "not an IPv4 address": "not-an-ipv4-address",
  "ambiguous IPv6 without brackets": "ipv6-without-brackets",
  "zone id in an IPv6 address": "ipv6-zone",
  "not a proxy": "not-a-proxy",
};

/** Compares codes, not words; a description that is not known here fails the comparison by staying as it is. */
export const codeOf = (description: string): string =>
  DESCRIBED[description] ?? description.replace(/^(\S+): not a browser proxy$/, "foreign-scheme $1");

export const codeText = (reason: SkipReason): string =>
  reason.code === "foreign-scheme" ? `${reason.code} ${reason.scheme}` : reason.code;
