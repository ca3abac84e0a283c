import { once } from "node:events";
import { connect as h2Connect } from "node:http2";
import { connect } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { get } from "./client.ts";
import { IP_SERVICES } from "./ip-services.ts";
import { createLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await createLab();
});
afterEach(() => lab.restore());
afterAll(() => lab.close());

describe("sites", () => {
  test.each([
    ["https://www.gstatic.com/generate_204", 204, ""],
    ["http://cp.cloudflare.com/generate_204", 204, ""],
    ["https://a.test/status?code=503", 503, "as asked"],
    ["https://a.test/download?bytes=3", 200, "AAA"],
    ["https://a.test/drip?n=3&bytes=2&ms=5", 200, "AAAAAA"],
    ["https://a.test/redirect?to=/x", 302, ""],
    ["https://a.test/nothing", 404, expect.stringContaining("No such page")],
    [
      "https://a.test/page?n=2&host=s%25i.test",
      200,
      expect.stringMatching(/https:\/\/s0\.test\/image.*https:\/\/s1\.test\/image/),
    ],
    ["https://a.test/", 200, expect.stringContaining("direct")],
  ])("%s answers %i", async (address, status, body) => {
    expect(await get(lab, null, address)).toEqual({ status, body });
  });

  test("/hang never answers; ?delay= holds an answer", async () => {
    await expect(get(lab, null, "https://a.test/hang", { timeoutMs: 200 })).rejects.toThrow("timeout");
    await expect(get(lab, null, "https://a.test/via?delay=400", { timeoutMs: 200 })).rejects.toThrow("timeout");
  });

  test.each(["http", "https"] as const)(
    "a direct request over %s is seen as direct, also when its sender is gone before it is read",
    async (scheme) => {
      const host = "127.0.0.1";
      const socket = connect({ host, port: lab.port });
      const sender =
        scheme === "http" ? socket : tlsConnect({ socket, servername: "gone.test", ca: lab.certificates.ca });
      await once(sender, scheme === "http" ? "connect" : "secureConnect");
      await new Promise((written) => sender.write("GET /via HTTP/1.1\r\nHost: gone.test\r\n\r\n", written));
      socket.resetAndDestroy();
      await expect.poll(() => lab.requests({ host: "gone.test" }).map(({ via }) => via)).toEqual(["direct"]);
    },
  );

  test("a host under untrusted.test has a certificate nobody trusts", async () => {
    await expect(get(lab, null, "https://shop.untrusted.test/")).rejects.toThrow(/self.signed/);
  });

  test("speak HTTP/2, many requests on one connection", async () => {
    const session = h2Connect("https://www.example.com", {
      ca: lab.certificates.ca,
      host: "127.0.0.1",
      port: lab.port,
      servername: "www.example.com",
    });
    const asked = ["/a", "/b", "/c"].map(async (path) => {
      const stream = session.request({ ":path": path });
      stream.resume();
      await once(stream, "end");
    });
    await Promise.all(asked);
    session.close();
    const seen = lab.requests();
    expect(seen.map(({ protocol, scheme, host }) => `${protocol} ${scheme} ${host}`)).toEqual(
      Array(3).fill("h2 https www.example.com"),
    );
    expect(new Set(seen.map(({ conn }) => conn)).size).toBe(1);
  });

  test.each(["ws", "wss"])("speak %s and say who carried it", async (scheme) => {
    const peer = new WebSocket(`${scheme}://127.0.0.1:${lab.port}/chat`, {
      ca: lab.certificates.ca,
      headers: { host: "chat.example.com" },
    });
    const [hello] = await once(peer, "message");
    expect(JSON.parse(String(hello))).toMatchObject({ via: "direct", host: "chat.example.com", path: "/chat" });
    peer.send("ping");
    expect(String((await once(peer, "message"))[0])).toBe("ping");
    peer.terminate();
    expect(lab.requests({ scheme: scheme as "ws" | "wss", host: /^chat/ })).toHaveLength(1);
  });
});

describe("IP services", () => {
  const PATHS: Readonly<Record<string, string>> = {
    "ipapi.co": "https://ipapi.co/json/",
    "ip-api.com": "http://ip-api.com/json/",
    "ipinfo.io": "https://ipinfo.io/json",
    "api.ip.sb": "https://api.ip.sb/geoip",
    "ipwho.is": "https://ipwho.is/",
    "api.country.is": "https://api.country.is/",
    "api.my-ip.io": "https://api.my-ip.io/v2/ip.json",
    "cloudflare.com": "https://cloudflare.com/cdn-cgi/trace",
  };

  test.each(Object.keys(IP_SERVICES))("%s answers the exit of the proxy that asked, and its country", async (name) => {
    const address = PATHS[name] ?? "";
    for (const proxy of [lab.proxy("de-1"), lab.proxy("us-1")]) {
      const { status, body } = await get(lab, proxy, address);
      expect(status).toBe(200);
      expect(body).toContain(proxy.exit.ip);
      expect(body).toMatch(new RegExp(`["=]${proxy.exit.country}["\\n]`));
    }
    expect((await get(lab, null, address)).body).toContain("192.0.2.77");
  });

  test("are switched one by one: 429, a page, a failure inside 200, silence", async () => {
    lab.setService("ipapi.co", "limited");
    lab.setService("ipwho.is", "html");
    lab.setService("ip-api.com", "fails");
    lab.setService("ipinfo.io", "hangs");
    expect((await get(lab, null, "https://ipapi.co/json/")).status).toBe(429);
    expect((await get(lab, null, "https://ipwho.is/")).body).toContain("<h1>");
    expect((await get(lab, null, "http://ip-api.com/json/")).body).toContain('"fail"');
    await expect(get(lab, null, "https://ipinfo.io/json", { timeoutMs: 200 })).rejects.toThrow("timeout");
    expect((await get(lab, null, "https://api.ip.sb/geoip")).status).toBe(200);
  });
});
