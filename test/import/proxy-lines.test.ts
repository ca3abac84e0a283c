import { expect, test } from "vitest";
import type { ParsedProxy } from "../../src/import/parsed-proxy.ts";
import { readProxyLines } from "../../src/import/proxy-lines.ts";
import { SKIP_CODES } from "../../src/import/skip-reason.ts";

/** `protocol user|pass host port "name"`, short enough for a table. */
function short({ protocol, account, host, port, name, remoteDns }: ParsedProxy): string {
  const login = account ? ` ${account.username}|${account.password}` : "";
  return `${protocol}${login} ${host} ${port}${name === null ? "" : ` "${name}"`}${remoteDns ? "" : " local-dns"}`;
}

test.each([
  ["http://192.0.2.1", "http 192.0.2.1 80"],
  ["https://proxy.example.com", "https proxy.example.com 443"],
  ["https://proxy.example.com:/", "https proxy.example.com 443"],
  ["socks://192.0.2.1", "socks5 192.0.2.1 1080"],
  ["socks4://me@192.0.2.1", "socks4 me| 192.0.2.1 1080 local-dns"],
  ["socks4a://192.0.2.1", "socks4 192.0.2.1 1080"],
  ["SOCKS5H://192.0.2.1:9", "socks5 192.0.2.1 9"],
  ["http://[2001:DB8::0:1]:8080", "http 2001:db8::1 8080"],
  ["socks5://a%3ab:p%25@192.0.2.1:1", "socks5 a:b|p% 192.0.2.1 1"],
  ["http://u:100%@192.0.2.1:1", "http u|100% 192.0.2.1 1"],
  ["http://u:%ff%41@192.0.2.1:1", "http u|%ff%41 192.0.2.1 1"],
  ["http://u:p/w#1?@192.0.2.1:1#One", 'http u|p/w#1? 192.0.2.1 1 "One"'],
  ["http://u:8/x@192.0.2.1:1", "http u|8/x 192.0.2.1 1"],
  ["socks5://192.0.2.1:1#@channel", 'socks5 192.0.2.1 1 "@channel"'],
  ["socks5://192.0.2.1#@channel", 'socks5 192.0.2.1 1080 "@channel"'],
  ["socks5://192.0.2.1:1?remarks=x#One%0ATwo", 'socks5 192.0.2.1 1 "One Two"'],
  ["socks5://192.0.2.1:1#%20", "socks5 192.0.2.1 1"],
  ["socks://dXNlcjpww6Rzcw@192.0.2.1:1", "socks5 user|päss 192.0.2.1 1"],
  ["socks://dXNlcjpwdw%3D%3D@192.0.2.1:1", "socks5 user|pw 192.0.2.1 1"],
  ["socks://username@192.0.2.1:1", "socks5 username| 192.0.2.1 1"],
  ["http://dXNlcjpwdw==@192.0.2.1:1", "http dXNlcjpwdw==| 192.0.2.1 1"],
  ["http://@192.0.2.1:1", "http 192.0.2.1 1"],
])("a URI %s is read whole", (line, expected) => {
  expect(readProxyLines(line).taken.map(short)).toEqual([expected]);
});

test.each([
  ["proxy.example.com:80", "http proxy.example.com 80"],
  ["Bücher.example.:80", "http xn--bcher-kva.example 80"],
  ["192.0.2.1:80:u:p:w", "http u|p:w 192.0.2.1 80"],
  ["192.0.2.1:80:u%41:p%41", "http u%41|p%41 192.0.2.1 80"],
  ["192.0.2.1:80:u", "http u| 192.0.2.1 80"],
  ["192.0.2.1:80:u:p@w", "http u|p@w 192.0.2.1 80"],
  ["[2001:db8::1]:80:u:p", "http u|p 2001:db8::1 80"],
  ["u%41:p@[2001:db8::1]:80", "http uA|p 2001:db8::1 80"],
  ["u:x://y@192.0.2.1:80", "http u|x://y 192.0.2.1 80"],
])("a line without a scheme, %s, is read whole", (line, expected) => {
  expect(readProxyLines(line).taken.map(short)).toEqual([expected]);
});

test.each([
  [`socks5://${"u".repeat(256)}:p@192.0.2.1:1`, "account-too-long"],
  ["hello", "not-a-proxy"],
  ["no proxy here", "not-a-proxy"],
  ["https://example.com/list?token=t", "web-address"],
  ["ftp://192.0.2.1:21", "unknown-scheme"],
  ["vmess://e30=", "foreign-scheme"],
  ["proxy.example.com", "no-port"],
  ["192.0.2.1:", "no-port"],
  ["u:p@192.0.2.1", "no-port"],
  ["192.0.2.1:80a", "port-not-a-number"],
  ["192.0.2.1:65536", "port-out-of-range"],
  ["-:80", "not-a-host"],
  ["http://%3A%3A1:80", "not-a-host"],
  ["300.0.0.1:80", "not-an-ipv4-address"],
  ["[12:]:80", "not-an-ipv6-address"],
  ["[2001:db8::1]x:80", "not-a-proxy"],
  ["2001:db8::1:80", "ipv6-without-brackets"],
  ["2001:db8:0:0:0:0:0:1:80", "ipv6-without-brackets"],
  ["u:p@2001:db8::1", "ipv6-without-brackets"],
  ["[fe80::1%eth0]:80", "ipv6-zone"],
  ["http://u:p%0A@192.0.2.1:80", "account-control-characters"],
  ["http://u%3A:p@192.0.2.1:80", "colon-in-user-name"],
])("a line that gives no proxy, %s, is skipped with %s", (line, code) => {
  const read = readProxyLines(line);
  expect(read.taken).toEqual([]);
  expect(read.skipped).toEqual([{ line: 1, reason: expect.objectContaining({ code }) }]);
});

test("a reason holds a code, and for a foreign kind its scheme from a fixed list; never a part of the line", () => {
  const lines = ["vless://secret@192.0.2.1:1", "secret://secret@x:1", "http://secret:secret@192.0.2.1:0", "secret@"];
  const { skipped } = readProxyLines(lines.join("\n"));
  expect(skipped.map(({ reason }) => Object.keys(reason).join())).toEqual(["code,scheme", "code", "code", "code"]);
  expect(JSON.stringify(skipped)).not.toContain("secret");
  expect(skipped.every(({ reason }) => reason.code === "foreign-scheme" || SKIP_CODES.includes(reason.code))).toBe(
    true,
  );
});

test("lines count from 1 with blank ones and comments, over every kind of line end and a byte-order mark", () => {
  const read = readProxyLines("\ufeff# a list\r\n\r\n192.0.2.1:80\r// two\n; three\nx\n  192.0.2.1:80\t\n");
  expect(read.taken.map(short)).toEqual(["http 192.0.2.1 80"]);
  expect(read.skipped).toEqual([{ line: 6, reason: { code: "not-a-proxy" } }]);
  expect(read.duplicates).toEqual([{ line: 7, sameAs: 3 }]);
});

test("the same address is another proxy with another account or protocol, and a duplicate in another form", () => {
  const read = readProxyLines(
    "192.0.2.1:80:a:b\na:c@192.0.2.1:80\nsocks5://a:b@192.0.2.1:80\nhttp://a:b@192.0.2.1:80#N",
  );
  expect(read.taken.map(short)).toEqual(["http a|b 192.0.2.1 80", "http a|c 192.0.2.1 80", "socks5 a|b 192.0.2.1 80"]);
  expect(read.duplicates).toEqual([{ line: 4, sameAs: 1 }]);
});

test("lines without a scheme take the protocol that is assumed, those with one keep theirs", () => {
  const { taken, format } = readProxyLines("192.0.2.1:80\nhttps://192.0.2.1:80", "socks4");
  expect(taken.map(short)).toEqual(["socks4 192.0.2.1 80 local-dns", "https 192.0.2.1 80"]);
  expect(format).toBe("host-port-user-pass");
});
