import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalHost } from "../../src/routing/host.ts";

/** What a browser makes of a host; null: it takes none such. */
function browserHost(host: string): string | null {
  try {
    return new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  } catch {
    return null;
  }
}

test.each([
  ["Proxy.Example.COM.", "proxy.example.com"],
  [" a_b.example ", "a_b.example"],
  ["localhost", "localhost"],
  ["Bücher.example", "xn--bcher-kva.example"],
  ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
  ["Прокси.example", "xn--h1adldfi.example"],
  ["نامه\u200cای.example", "xn--mgba3gch31f060k.example"],
  ["ب\u064e\u200cا.example", "xn--mgbb8i611i.example"],
  ["क्\u200dष.example", "xn--11b2ezcw70k.example"],
  ["ｅｘａｍｐｌｅ．ｃｏｍ", "example.com"],
  ["example。com", "example.com"],
  ["straße.example", "xn--strae-oqa.example"],
  ["😀.example", "xn--e28h.example"],
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1.", "192.0.2.1"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
  ["::ffff:192.0.2.1", "::ffff:c000:201"],
  ["::", "::"],
  ["1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0"],
])("%j is kept as %j, as a browser has it", (text, host) => {
  expect(canonicalHost(text)).toBe(host);
  const bare = text.trim();
  expect(browserHost(bare.includes(":") && !bare.startsWith("[") ? `[${bare}]` : bare)).toBe(host);
});

test.each([
  [""],
  ["."],
  ["a..b"],
  ["a.."],
  ["-a.example"],
  ["a-.example"],
  ["a b"],
  ["a/b"],
  ["http://a"],
  ["u:p@a"],
  ["a:80"],
  ["[::1]:80"],
  ["[a]"],
  ["*.example.com"],
  ["a%2eb"],
  [`${"a".repeat(64)}.example`],
  [`${"a.".repeat(127)}ab`],
  ["1:2:3"],
  ["1::2::3"],
  ["1.2.3.4::1"],
  ["::1.2.3.4:5"],
  ["::1.2.3"],
  ["fe80::1%eth0"],
])("%j is no host", (text) => {
  expect(canonicalHost(text)).toBe(null);
});

// Chrome goes direct when it cannot read a proxy's name, so a name that a browser refuses or reads as another is none.
test.each([
  ["300.1.1.1"],
  ["1.2.3"],
  ["127.1"],
  ["01.2.3.4"],
  ["0x7f.0.0.1"],
  ["1"],
  ["proxy.1"],
  ["proxy.0x1"],
  ["a.09"],
  ["xn--a.example"],
  ["xn--bcher-kv.example"],
  ["xn--xn--a-b.example"],
  ["exam\u00adple.com"],
  ["exam\u200bple.com"],
  ["a\u200cb.example"],
  ["ש٣\u200cی"],
  ["ب\u200c٣.example"],
  ["ا\u200cب.example"],
  ["ب\u200c.example"],
  ["ب\u200dب.example"],
  ["\u200fa.example"],
  ["aא.example"],
  ["1a.אב"],
  ["xn--a-0hc.example"],
  ["\u0301a.example"],
  ["ẞ.example"],
])("B20 · %j, which a browser refuses or reads as something else, is no host", (text) => {
  expect(canonicalHost(text)).toBe(null);
});

test("what is a host stays the same when read again", () => {
  const part = fc.constantFrom(
    "a",
    "B",
    "1",
    "-",
    ".",
    "xn--",
    "ü",
    "ש",
    "ی",
    "\u200c",
    ":",
    "[",
    "]",
    "0x",
    "。",
    "٣",
    "é",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const host = canonicalHost(parts.join(""));
      if (host === null) return;
      expect(host).toMatch(/^[a-z0-9_.:-]+$/);
      expect(canonicalHost(host)).toBe(host);
      expect(browserHost(host.includes(":") ? `[${host}]` : host)).toBe(host);
    }),
    { numRuns: 2_000 },
  );
});

// Scripts whose tables have long been settled; those of newer versions of Unicode differ between browsers.
test.each([
  ["Latin", 0x21, 0x24f],
  ["Greek", 0x386, 0x3ce],
  ["Cyrillic", 0x400, 0x45f],
  ["Hebrew", 0x5d0, 0x5ea],
  ["Arabic", 0x620, 0x6d5],
  ["Devanagari", 0x904, 0x939],
  ["Thai", 0xe01, 0xe30],
  ["Kana", 0x3041, 0x30fe],
  ["Han", 0x4e00, 0x4fff],
  ["Hangul", 0xac00, 0xadff],
  ["full-width forms", 0xff01, 0xff5e],
])("each character of %s is read as a browser reads it, or refused", (_, from, to) => {
  for (let code = from; code <= to; code++) {
    const char = String.fromCodePoint(code);
    if ("/?#\\:@[]%／？＃＼：＠［］％".includes(char)) continue;
    for (const text of [`${char}.example`, `a${char}b.example`]) {
      const host = canonicalHost(text);
      if (host !== null) expect(host, text).toBe(browserHost(text));
    }
  }
});
