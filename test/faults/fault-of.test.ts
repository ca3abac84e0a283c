import { describe, expect, test } from "vitest";
import { CHROME_ROWS } from "../../src/faults/chrome-rows.ts";
import { causesTest, faultOf } from "../../src/faults/fault-of.ts";
import { FIREFOX_ROWS } from "../../src/faults/firefox-rows.ts";
import type { Browser, FaultRow, Via } from "../../src/faults/row.ts";
import required from "./required-rows.json" with { type: "json" };

const ROWS: readonly (readonly [Browser, readonly FaultRow[]])[] = [
  ["chrome", CHROME_ROWS],
  ["firefox", FIREFOX_ROWS],
];
const SENTENCES = {
  "tls-sentence": "SSL received a record that exceeded the maximum permissible length.",
  "certificate-sentence": "The certificate is not trusted because it is self-signed.",
} as const;

describe.each(ROWS)("the table of errors of %s", (browser, rows) => {
  test("X6.1 · the rows that are not marked as added are those of the requirements, in their order", () => {
    const listed = rows
      .filter((row) => row.added === undefined)
      .map(({ error, match, via, fault, sent }) => ({ browser, error, match, via, fault, sent }));
    expect(listed).toEqual(required.rows.filter((row) => row.browser === browser));
  });

  test("X6.1 · an added row says of no error anything else than a required exact row does", () => {
    const other = required.rows
      .filter((row) => row.browser === browser && row.match === "exact")
      .filter(({ error, via, fault, sent }) => {
        const vias: readonly Via[] = ["tunnel", "plain", "socks"];
        const found = vias.filter((one) => via === "any" || via === one).map((one) => faultOf(browser, error, one));
        return found.some((one) => one.fault !== fault || one.sent !== sent);
      });
    expect(other).toEqual([]);
  });

  test.each(rows.map((row) => [`${row.error} (${row.match}, ${row.via})`, row] as const))(
    "X6.1 · the first row that matches counts, and every row can: %s",
    (_, row) => {
      const via = row.via === "any" ? "plain" : row.via;
      const text = { ...SENTENCES }[row.error as keyof typeof SENTENCES] ?? row.error;
      const error = row.match === "prefix" ? `${text}SOMETHING_NEW` : text;
      expect(faultOf(browser, browser === "chrome" ? `net::${error}` : error, via)).toBe(row);
    },
  );
});

test("X6.1 · Chrome's errors mean the same however the request went, which not every caller knows", () => {
  expect(CHROME_ROWS.filter(({ via }) => via !== "any")).toEqual([]);
});

test.each<[Browser, string, Via, string, string, string | null]>([
  ["chrome", "net::ERR_PROXY_CONNECTION_FAILED", "tunnel", "member", "no", "refused"],
  ["chrome", "net::ERR_INVALID_AUTH_CREDENTIALS", "plain", "member", "maybe", "login_wrong"],
  ["chrome", "net::ERR_PROXY_AUTH_UNSUPPORTED", "tunnel", "member", "no", "login_unsupported"],
  ["chrome", "net::ERR_PROXY_AUTH_REQUESTED", "plain", "member", "no", "login_required"],
  ["chrome", "net::ERR_UNEXPECTED_PROXY_AUTH", "socks", "site", "maybe", "unexpected_answer"],
  ["chrome", "net::ERR_CERT_SOMETHING_NEW", "tunnel", "site", "no", "certificate"],
  ["chrome", "net::ERR_SSL_SOMETHING_NEW", "tunnel", "nobody", "maybe", "unknown"],
  ["chrome", "net::ERR_BLOCKED_BY_CLIENT", "plain", "nobody", "no", null],
  ["firefox", "NS_ERROR_PROXY_UNAUTHORIZED", "tunnel", "member", "no", "login_wrong"],
  ["firefox", "NS_ERROR_PROXY_SOMETHING_NEW", "tunnel", "unclear", "no", "tunnel_refused"],
  ["firefox", "NS_ERROR_CONNECTION_REFUSED", "plain", "member", "no", "refused"],
  ["firefox", "NS_ERROR_CONNECTION_REFUSED", "tunnel", "unclear", "no", "tunnel_refused"],
  ["firefox", "NS_ERROR_SOMETHING_NEW", "tunnel", "nobody", "maybe", "unknown"],
  ["firefox", SENTENCES["tls-sentence"], "plain", "member", "no", "proxy_tls"],
  ["firefox", SENTENCES["tls-sentence"], "socks", "unclear", "no", "tls"],
  ["firefox", SENTENCES["certificate-sentence"], "plain", "member", "no", "proxy_certificate"],
  ["firefox", SENTENCES["certificate-sentence"], "tunnel", "site", "no", "certificate"],
  ["firefox", "Dem Zertifikat wird nicht vertraut.", "tunnel", "site", "no", "certificate"],
])("X4.6, X6.1, M21 · in %s %s (%s) is the fault of %s, the site saw the request: %s, a test shows %s", (...one) => {
  const [browser, error, via, fault, sent, code] = one;
  expect(faultOf(browser, error, via)).toMatchObject({ fault, sent, code });
});

test.each<[string, Browser, Via, boolean]>([
  ["net::ERR_PROXY_CONNECTION_FAILED", "chrome", "tunnel", true],
  ["net::ERR_INVALID_AUTH_CREDENTIALS", "chrome", "plain", true],
  ["net::ERR_ADDRESS_UNREACHABLE", "chrome", "socks", true],
  ["net::ERR_CERT_DATE_INVALID", "chrome", "tunnel", false],
  ["net::ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN", "chrome", "tunnel", false],
  ["net::ERR_INTERNET_DISCONNECTED", "chrome", "tunnel", false],
  ["net::ERR_ABORTED", "chrome", "tunnel", false],
  ["net::ERR_BLOCKED_BY_CLIENT", "chrome", "tunnel", false],
  ["net::ERR_CACHE_MISS", "chrome", "tunnel", false],
  ["net::ERR_SOMETHING_NEW", "chrome", "tunnel", false],
  ["NS_ERROR_PROXY_UNAVAILABLE_FOR_LEGAL_REASONS", "firefox", "tunnel", true],
  ["NS_ERROR_OFFLINE", "firefox", "tunnel", false],
  ["NS_BINDING_ABORTED", "firefox", "tunnel", false],
  [SENTENCES["certificate-sentence"], "firefox", "tunnel", false],
  [SENTENCES["certificate-sentence"], "firefox", "plain", true],
])("B7 · %s of a user's request in %s (%s) has its proxy tested: %s", (error, browser, via, tested) => {
  expect(causesTest(faultOf(browser, error, via))).toBe(tested);
});
