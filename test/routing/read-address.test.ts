import { expect, test } from "vitest";
import { readAddress } from "../../src/routing/read-address.ts";

const shown = (text: string): string => {
  const read = readAddress(text);
  return read.kind === "wrong" ? read.why : `${read.origin.scheme} ${read.origin.host} ${read.origin.port}`;
};

test.each([
  ["example.com", "https example.com 443"],
  ["  WWW.Example.COM.  ", "https www.example.com 443"],
  ["example.com/path?q=1#f", "https example.com 443"],
  ["https://example.com:8443/x", "https example.com 8443"],
  ["http://example.com", "http example.com 80"],
  ["HTTP://example.com:/", "http example.com 80"],
  ["ws://example.com/chat", "ws example.com 80"],
  ["wss://example.com:444", "wss example.com 444"],
  ["example.com:80", "http example.com 80"],
  ["example.com:8080", "https example.com 8080"],
  ["user:secret@example.com:8080", "https example.com 8080"],
  ["https://user@example.com/@x", "https example.com 443"],
  ["printer", "https printer 443"],
  ["bücher.example", "https xn--bcher-kva.example 443"],
  ["192.0.2.1", "https 192.0.2.1 443"],
  ["192.0.2.1:80", "http 192.0.2.1 80"],
  ["http:\\\\example.com\\@other.example", "http example.com 80"],
  ["[::1]:80", "http ::1 80"],
  ["[2001:DB8::1]", "https 2001:db8::1 443"],
  ["2001:db8::1", "https 2001:db8::1 443"],
  ["https://[2001:db8:0:0::1]:8443/x", "https 2001:db8::1 8443"],
])("%s is read as %s", (typed, read) => {
  expect(shown(typed)).toBe(read);
});

test.each([
  ["", "empty"],
  ["   ", "empty"],
  ["ftp://example.com", "scheme"],
  ["chrome://settings", "scheme"],
  ["https://", "host"],
  ["two words", "host"],
  ["exa mple.com:80", "host"],
  ["[::1", "host"],
  ["https://[2001:db8::1/", "host"],
  ["http://exa[mple.com/", "host"],
  ["[1.2.3.4]", "host"],
  ["1.2.3.4.5", "host"],
  ["300.1.1.1", "host"],
  ["*.example.com", "host"],
  ["example.com:0", "port"],
  ["example.com:65536", "port"],
  ["example.com:http", "port"],
  ["about:blank", "port"],
])("%s is said to be wrong: %s", (typed, why) => {
  expect(shown(typed)).toBe(why);
});

test.each([
  ["accounts", `${"@".repeat(100_000)}[`, "host"],
  ["a path", `https://example.com/${"a/?#@".repeat(100_000)}`, "https example.com 443"],
])("without end, %s: it is read at once", (_, typed, read) => {
  expect(shown(typed)).toBe(read);
});
