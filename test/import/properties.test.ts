import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { offerGroups } from "../../src/import/offer-groups.ts";
import { identityOf } from "../../src/import/parsed-proxy.ts";
import { readProxyLines } from "../../src/import/proxy-lines.ts";

/** Pieces of which lines are made, so that many of them are nearly proxies. */
const PIECES = ["http", "socks5", "socks4", "ss", "://", ":", "@", "[", "]", "::1", "2001:db8::1", "%25", "%3A", "%00"];
const MORE = [
  "#",
  "/",
  "?",
  ".",
  " ",
  "\n",
  "\r\n",
  "192.0.2.1",
  "example.com",
  "b\u00fccher",
  "80",
  "0",
  "99999",
  "\ufeff",
];
const piece = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PIECES, ...MORE, "direct", "fastest", "\\", '"', "__proto__", "dTpw") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
const near = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

const part = fc.oneof(piece, fc.string({ unit: "grapheme", maxLength: 8 }));
const login = fc.tuple(part, part).map(([user, pass]) => `${encodeURIComponent(user.replace(/\p{Cs}/gu, ""))}:${pass}`);
const good = fc
  .tuple(
    fc.constantFrom("http", "https", "socks4", "socks4a", "socks5"),
    login,
    fc.constantFrom("192.0.2.1", "[::1]", "example.com", "B\u00fccher.example."),
    fc.integer({ min: 1, max: 65_535 }),
    part,
  )
  .map(([scheme, account, host, port, name]) => `${scheme}://${account}@${host}:${port}#${name}`);
const text = fc.oneof(
  near,
  fc.string({ unit: "binary" }),
  fc.array(good, { maxLength: 8 }).map((l) => l.join("\n")),
);

test("whatever the text, reading it never throws, and every line is accounted for once", () => {
  fc.assert(
    fc.property(text, (pasted) => {
      const { taken, skipped, duplicates } = readProxyLines(pasted);
      const lines = pasted.split(/\r\n|\r|\n/).map((line) => line.trim());
      const contents = lines.filter((line) => line !== "" && !/^(?:#|;|\/\/)/.test(line));
      expect(taken.length + skipped.length + duplicates.length).toBe(contents.length);
    }),
    { numRuns: 3_000 },
  );
});

test("whatever was taken, the groups made of it are a good configuration that holds exactly those proxies", () => {
  fc.assert(
    fc.property(text, (pasted) => {
      const { taken } = readProxyLines(pasted);
      const offered = offerGroups("", taken);
      expect(offered.ok).toBe(taken.length > 0);
      const parsed = parseConfig(offered.ok ? offered.value : "");
      const outbounds = parsed.ok ? parsed.value.config.outbounds : [];
      const proxies = outbounds.flatMap((outbound) => (outbound.kind === "proxy" ? [outbound] : []));
      const held = proxies.map((proxy) => [identityOf(proxy), proxy.remoteDns]);
      expect(held).toEqual(taken.map((proxy) => [identityOf(proxy), proxy.remoteDns]));
    }),
    { numRuns: 3_000 },
  );
});

test("adding to a configuration keeps each of its lines, and adding the same again changes nothing", () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      const own = offerGroups("", readProxyLines(`192.0.2.1:80\n${first}`).taken);
      const before = own.ok ? own.value : "";
      const { taken } = readProxyLines(second);
      const once = offerGroups(before, taken);
      if (!once.ok) throw new Error(JSON.stringify(once.error));
      expect(offerGroups(once.value, taken)).toEqual(once);
      const proxyLines = (config: string) => config.split("\n").filter((line) => line.includes('"server"'));
      const kept = proxyLines(before).map((line) => line.replace(/,$/, ""));
      expect(
        proxyLines(once.value)
          .slice(0, kept.length)
          .map((line) => line.replace(/,$/, "")),
      ).toEqual(kept);
    }),
    { numRuns: 1_000 },
  );
});
