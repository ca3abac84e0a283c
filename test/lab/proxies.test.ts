import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get } from "./client.ts";
import { createLab, type Lab, type ProxySpec } from "./lab.ts";

const ACCOUNT = { username: "someone", password: "s3cret:with colon" };
const PROXIES: readonly ProxySpec[] = [
  { name: "http", kind: "http", exit: 1 },
  { name: "http with account", kind: "http", exit: 2, account: ACCOUNT },
  { name: "https", kind: "https", exit: 3 },
  { name: "https with account", kind: "https", exit: 4, account: ACCOUNT },
  { name: "socks5", kind: "socks5", exit: 5 },
  { name: "socks5 with account", kind: "socks5", exit: 6, account: ACCOUNT },
  { name: "socks4", kind: "socks4", exit: 7 },
];

describe.each([
  ["addresses of their own", true],
  ["127.0.0.1 alone", false],
])("on a machine with %s", (_, ownAddresses) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await createLab({ proxies: PROXIES, ownAddresses });
  });
  afterAll(() => lab.close());

  const kinds = PROXIES.map((spec) => [spec.name, spec] as const);
  const schemes = ["http://www.example.com", "https://www.example.com", "https://www.example.com:8443"];
  test.each(kinds.flatMap(([name, spec]) => schemes.map((scheme) => [name, scheme, spec] as const)))(
    "%s carries %s and the site sees its exit",
    async (name, scheme, spec) => {
      lab.clear();
      const account = spec.account ?? undefined;
      const answer = await get(lab, lab.proxy(name), `${scheme}/via?x=1`, account ? { account } : {});
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toMatchObject({
        via: `127.0.1.${spec.exit}`,
        host: "www.example.com",
        path: "/via?x=1",
      });
      expect(lab.requests().map(({ via, host }) => [via, host])).toEqual([[`127.0.1.${spec.exit}`, "www.example.com"]]);
      expect(lab.proxy(name).events).toMatchObject([{ host: "www.example.com", letIn: true }]);
    },
  );

  test("a direct request is seen as direct", async () => {
    const answer = await get(lab, null, "https://www.example.com/via");
    expect(JSON.parse(answer.body)).toMatchObject({ via: "direct" });
  });
});

describe("a lab", () => {
  let lab: Lab;
  beforeAll(async () => {
    const many = Array.from({ length: 40 }, (_, i) => ({
      name: `m${i}`,
      kind: (["http", "https", "socks4", "socks5"] as const)[i % 4] ?? "http",
      exit: (i % 20) + 1,
      address: (i % 10) + 1,
    }));
    lab = await createLab({ proxies: many });
  });
  afterAll(() => lab.close());

  test("carries many requests at once, each by its own exit; some proxies share one, some share an address", async () => {
    const asked = lab.proxies.flatMap((proxy) => Array.from({ length: 5 }, () => proxy));
    const answers = await Promise.all(asked.map((proxy) => get(lab, proxy, "https://www.gstatic.com/via")));
    expect(answers.map(({ body }) => JSON.parse(body).via)).toEqual(asked.map((proxy) => proxy.exit.address));
    expect(new Set(lab.proxies.map((proxy) => proxy.exit.address)).size).toBe(20);
    expect(new Set(lab.proxies.map((proxy) => proxy.address)).size).toBe(10);
    expect(new Set(lab.proxies.map((proxy) => proxy.port)).size).toBe(40);
  });

  test("answers at every proxy's port on 127.0.0.1 too", async () => {
    const proxy = lab.proxy("m0");
    const answer = await get(lab, { ...proxy, address: "127.0.0.1", port: proxy.port }, "http://x.test/via");
    expect(JSON.parse(answer.body).via).toBe("127.0.1.1");
  });

  test("names its proxies in a message about one it has not", () => {
    expect(() => lab.proxy("nobody")).toThrow(/m0, m1/);
  });

  test("lists its proxies as a configuration with groups over them", () => {
    const { outbounds, route } = lab.config({ only: ["m0", "m1", "m2", "m3"] });
    expect(outbounds).toMatchObject([
      { type: "http", tag: "m0", server: "127.0.2.1", server_port: lab.proxy("m0").port },
      { type: "http", tag: "m1", tls: { enabled: true } },
      { type: "socks", tag: "m2", version: "4a" },
      { type: "socks", tag: "m3", version: "5" },
      { type: "balancer", tag: "fastest", outbounds: ["m0", "m1", "m2", "m3"], strategy: "lowest-delay" },
      { type: "balancer", tag: "balance", strategy: "round-robin" },
      { type: "selector", tag: "select", default: "balance" },
    ]);
    expect(route.final).toBe("select");
  });
});
