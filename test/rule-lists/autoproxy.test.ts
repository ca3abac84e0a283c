import { describe, expect, test } from "vitest";
import { readAutoProxy } from "../../src/rule-lists/read-autoproxy.ts";
import { matcher, parsed } from "./matching.ts";

/** Each line of the format with addresses that it matches and some that it does not. */
const LINES: readonly (readonly [line: string, yes: readonly string[], no: readonly string[]])[] = [
  [
    "||example.com",
    ["http://example.com/foo", "https://sub.example.com/bar", "wss://a.b.example.com/", "https://example.com:8443/"],
    ["https://badexample.com/", "https://example.com.test/", "https://com/"],
  ],
  ["||example.com^", ["https://www.example.com/"], ["https://example.org/"]],
  ["||EXAMPLE.com/", ["https://example.com/"], []],
  ["||пример.example", ["https://xn--e1afmkfd.example/"], []],
  ["||192.0.2.7", ["https://192.0.2.7/"], ["https://1.192.0.2.7.test/"]],
  ["||box*.example.net", ["https://boxun.example.net/", "https://a.box.example.net/"], ["https://xbox.example.net/"]],
  ["||*.example.com", ["https://a.example.com/"], ["https://example.com/"]],
  [
    "|https://ssl.example.com",
    ["https://ssl.example.com/a"],
    ["http://ssl.example.com/", "https://a.ssl.example.com/"],
  ],
  ["|http://example.com/", ["http://example.com/foo"], ["https://example.com/", "http://www.example.com/"]],
  ["|http://*2.example.com", ["http://a2.example.com/", "http://2.example.com/"], ["http://a3.example.com/"]],
  ["|http://www.example.com/*", ["http://www.example.com/"], ["http://example.com/"]],
  ["example.com", ["http://example.com/", "http://www.example.com/foo"], ["https://www.example.com/", "http://a.com/"]],
  [".example.com", ["http://www.example.com/"], ["http://example.com/", "https://www.example.com/"]],
  ["*.example.com/*", ["http://www.example.com/"], ["http://example.com/"]],
  ["box*.example.net", ["http://boxun.example.net/"], ["https://boxun.example.net/"]],
  ["tube", ["http://www.youtube.example/", "http://tube.test/"], ["https://tube.test/", "http://tub.test/"]],
  ["192.0.2.9", ["http://192.0.2.9/"], ["https://192.0.2.9/", "http://192.0.2.90/"]],
  [
    "/^https?:\\/\\/[^\\/]+example\\.com/",
    ["https://www.example.com/", "http://myexample.com/"],
    ["https://example.com/"],
  ],
  [
    "/^https?:\\/\\/([^\\/]+\\.)*search\\.(com|org)\\/.*/",
    ["https://a.search.org/", "http://search.com/"],
    ["https://search.org.test/"],
  ],
  ["/^http:\\/\\/a/", ["http://abc.test/"], ["https://abc.test/", "http://ba.test/"]],
  ["/tracker\\d+/", ["https://x.tracker12.test/"], ["https://tracker.test/"]],
];

describe("a line", () => {
  test.each(LINES)("%s", (line, yes, no) => {
    const list = readAutoProxy(line);
    expect(list.left).toEqual({});
    const matches = matcher(list);
    for (const url of yes) expect(matches(url), url).toBe(true);
    for (const url of no) expect(matches(url), url).toBe(false);
  });
});

test("an exception wins over all else, wherever it stands, and in any form", () => {
  const text = "@@||cdn.example.com\n||example.com\n@@|https://ok.example.com\n@@/^https?:\\/\\/re\\d\\./";
  const matches = matcher(readAutoProxy(text));
  const found = ["www", "a.cdn", "ok", "re1"].map((name) => matches(`https://${name}.example.com/`));
  expect(found).toEqual([true, false, false, false]);
  expect(matches("http://ok.example.com/")).toBe(true);
});

test.each([
  ["||example.com/path", "path"],
  ["|http://example.com/a/b", "path"],
  [".example.com/forum", "path"],
  ["example.com/index?x", "path"],
  ["example.com|", "path"],
  ["/^https?:\\/\\/example\\.com\\/a/", "path"],
  ["/\\.com$/", "path"],
  ["/^https?:\\/\\/a|b/", "pattern"],
  ["/^ftp:\\/\\/a/", "pattern"],
  ["/(?!x)a/", "pattern"],
  ["|example.com", "pattern"],
  ["||exa mple", "pattern"],
  ["%E6%B3%95", "pattern"],
  ["||example.com$third-party", "pattern"],
])("what cannot be taken is counted: %s (%s)", (line, why) => {
  expect(readAutoProxy(`||other.example\n${line}`)).toMatchObject({ taken: 1, left: { [why]: 1 } });
});

const PLAIN = "[AutoProxy 0.2.9]\r\n! a comment\r\n\r\n!--||not.example\r\n||example.com\r\n.example.org\r\n";

test("header, comments and empty lines are no entries", () => {
  expect(parsed("autoproxy", PLAIN)).toMatchObject({ taken: 2, left: {} });
});

test("Base64 of the same text, on one line or on many, is the same list", () => {
  const packed = Buffer.from(PLAIN).toString("base64");
  const folded = packed.replace(/.{64}/g, "$&\n");
  expect(parsed("autoproxy", packed)).toEqual(parsed("autoproxy", PLAIN));
  expect(parsed("autoproxy", `${folded}\n`)).toEqual(parsed("autoproxy", PLAIN));
});
