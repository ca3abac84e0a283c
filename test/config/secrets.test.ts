import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { config, group, proxy } from "./support/shapes.ts";

/** Everything that is said of a text, wherever it ends up. */
const said = (text: string): string => JSON.stringify(parseConfig(text).ok ? notes(text) : problems(text));
const notes = (text: string) => {
  const parsed = parseConfig(text);
  return parsed.ok ? parsed.value.notes : [];
};
const problems = (text: string) => {
  const parsed = parseConfig(text);
  return parsed.ok ? [] : parsed.error;
};

test.each([
  ["a user name of the wrong kind", proxy({ username: ["hunter2"] })],
  ["a password that is a number", proxy({ password: 7355608 })],
  ["a user name that cannot be sent", proxy({ username: "hunter2:7355608" })],
  ["a password with a control character", proxy({ password: "hunter2\u0000" })],
  ["a field misspelt", proxy({ pasword: "hunter2", passwd: 7355608 })],
  ["an account in the host", proxy({ server: "hunter2:7355608@192.0.2.1" })],
  ["an account behind the host", proxy({ server: "192.0.2.1:80:hunter2:7355608" })],
  ["an account in a detour", proxy({ detour: "http://hunter2:x@192.0.2.1:80" })],
  ["an account for SOCKS", proxy({ type: "socks", username: "hunter2", password: "7355608" })],
  ["the key of a kind that no browser speaks", { type: "vless", tag: "v", uuid: "hunter2", password: "7355608" }],
  ["an unknown type's", { type: "ftp", tag: "f", password: "hunter2" }],
  ["an account in a member's tag", group({ outbounds: ["hunter2:7355608@192.0.2.1:80"] })],
])("%s never shows in what is said", (_, outbound) => {
  const text = config([outbound, proxy({ tag: "z" })]);
  expect(said(text)).not.toBe("[]");
  expect(said(text)).not.toMatch(/hunter2|7355608/);
});

test("neither does an account or a key in the addresses of the monitoring, or in a rule's host", () => {
  const monitoring = { urls: ["ftp://hunter2:x@a.example"], ipinfo_url: "htps://a.example/?token=7355608" };
  const route = { rules: [{ domain: "192.0.2.1:80:hunter2:7355608", outbound: "a" }] };
  const text = config([proxy()], { route, experimental: { monitoring } });
  expect(problems(text)).toHaveLength(3);
  expect(said(text)).not.toMatch(/hunter2|7355608/);
});

test.each([
  ["a proxy's line in the place of an outbound", { outbounds: ["192.0.2.1:80:hunter2:7355608"] }],
  ["one in the place of the list", { outbounds: "192.0.2.1:80:hunter2:7355608" }],
  ["one in the place of the whole", "proxy.example:80:hunter2:7355608"],
  ["one as a member", { outbounds: [proxy(), group({ outbounds: ["192.0.2.1:80:hunter2:7355608"] })] }],
  ["one as the final", { outbounds: [proxy()], route: { final: "[2001:db8::1]:80:hunter2:7355608" } }],
  ["one as a tag that is there twice", { outbounds: [1, 2].map(() => proxy({ tag: "p.example:80:hunter2:7355608" })) }],
])("neither does an account in %s", (_, value) => {
  const text = JSON.stringify(value);
  expect(problems(text)).not.toEqual([]);
  expect(said(text)).not.toMatch(/hunter2|7355608/);
});

test("an address in brackets is told: it is how a proxy without a name is called", () => {
  const twice = [1, 2].map(() => proxy({ tag: "[2001:db8::1]:1080" }));
  expect(problems(config(twice)).map(({ came }) => came)).toEqual(['"[2001:db8::1]:1080"']);
});

test("neither does any part of a text that is not JSON", () => {
  expect(said('{ "outbounds": [{ "password": hunter2, "username": "7355608\n" }]')).not.toMatch(/hunter2|7355608/);
});

test("whatever stands for a user name or a password, only its kind and length are told", () => {
  const secret = fc.string({ minLength: 8, unit: "grapheme" }).map((text) => `\u0001${text}:`);
  fc.assert(
    fc.property(secret, secret, (username, password) => {
      const told = problems(config([proxy({ username, password })])).map(({ came }) => came);
      expect(told.length).toBeGreaterThan(0);
      for (const came of told) expect(came).toMatch(/^a text of \d+ characters$/);
    }),
  );
});
