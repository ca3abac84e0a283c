import { describe, expect, test } from "vitest";
import {
  createLookup,
  type Lookup,
  type ServiceAnswer,
  serviceAnswered,
  serviceToAsk,
  slowAfter,
} from "../../../src/monitoring/ip-services/look-up.ts";
import { SLOW_MS, type SlowServices } from "../../../src/monitoring/ip-services/look-up-order.ts";

const SEVEN = ["ipapi.co", "ip-api.com", "ipinfo.io", "api.ip.sb", "ipwho.is", "api.country.is", "api.my-ip.io"];
const LAST = ["cloudflare.com/cdn-cgi/trace", "api.country.is", "api.my-ip.io"];
const GOOD = JSON.stringify({ ip: "203.0.113.30", query: "203.0.113.30", status: "success", success: true });

type Says = "good" | "limited" | "html" | "silent";
const ANSWER: Record<Says, ServiceAnswer> = {
  good: { kind: "answer", status: 200, body: GOOD },
  limited: { kind: "answer", status: 429, body: "{}" },
  html: { kind: "answer", status: 200, body: "<html></html>" },
  silent: { kind: "nothing" },
};

/** One look-up to its end; services that are not named are silent. */
function lookUp(
  says: Readonly<Record<string, Says>>,
  { start = 0, ipinfoUrl = "", slow = {}, now = 0 }: Partial<Parameters<typeof createLookup>[0]> = {},
): { readonly lookup: Lookup; readonly asked: string[]; readonly slow: SlowServices } {
  let lookup = createLookup({ start, ipinfoUrl, slow, now });
  const asked: string[] = [];
  for (let next = serviceToAsk(lookup); next; next = serviceToAsk(lookup)) {
    asked.push(next.name);
    lookup = serviceAnswered(lookup, ANSWER[says[next.name] ?? "silent"]);
  }
  return { lookup, asked, slow: slowAfter(lookup, slow, now) };
}

describe("IP1 · the order of the services", () => {
  test.each([0, 1, 2, 3, 4, 5, 6])(
    "the seven in turn from place %i, wrapping round, then those that limit no rate",
    (start) => {
      const { lookup, asked } = lookUp({}, { start });
      expect(asked).toEqual([...SEVEN.slice(start), ...SEVEN.slice(0, start), ...LAST]);
      expect(lookup.exit).toBeNull();
    },
  );

  test("the person's own service is asked first", () => {
    const { asked, lookup } = lookUp({ "ipinfo.io": "good" }, { start: 2, ipinfoUrl: "https://geo.example/me" });
    expect(asked).toEqual(["ipinfo_url", "ipinfo.io"]);
    expect(lookup.exit).toEqual({ ip: "203.0.113.30" });
  });

  test("the first good answer ends it", () => {
    expect(lookUp({ "ip-api.com": "good", "ipinfo.io": "good" }).asked).toEqual(["ipapi.co", "ip-api.com"]);
  });

  test("an answer to a look-up that is over changes nothing", () => {
    const { lookup } = lookUp({ "ipapi.co": "good" });
    expect(serviceAnswered(lookup, ANSWER.silent)).toEqual(lookup);
  });
});

test.each<Says>(["limited", "html", "silent"])("IP2 · after one that is %s the next is asked", (says) => {
  expect(lookUp({ "ipapi.co": says, "ip-api.com": "good" }).asked).toEqual(["ipapi.co", "ip-api.com"]);
});

describe("IP4 · a rate-limited or failing service is asked last for a while", () => {
  test.each<[Says, boolean]>([
    ["limited", true],
    ["html", true],
    ["silent", true],
    ["good", false],
  ])("one that is %s while another answers", (says, isSlow) => {
    const { slow } = lookUp({ "ipapi.co": says, "ip-api.com": "good" });
    expect(Object.keys(slow)).toEqual(isSlow ? ["ipapi.co"] : []);
  });

  test("it comes after the other six, and before those that limit no rate", () => {
    const { asked } = lookUp({}, { slow: { "ipapi.co": 100 }, now: 99 });
    expect(asked).toEqual([...SEVEN.slice(1), "ipapi.co", ...LAST]);
  });

  test("when the while is over it has its place again", () => {
    const { slow } = lookUp({ "ipapi.co": "limited", "ip-api.com": "good" });
    expect(lookUp({}, { slow, now: SLOW_MS - 1 }).asked[0]).toBe("ip-api.com");
    expect(lookUp({}, { slow, now: SLOW_MS }).asked[0]).toBe("ipapi.co");
  });

  test("one that answers well is not slow any more", () => {
    const { asked, slow } = lookUp({ "ipapi.co": "good" }, { slow: { "ipapi.co": 1 } });
    expect(asked.at(-1)).toBe("ipapi.co");
    expect(slow).not.toHaveProperty(["ipapi.co"]);
  });

  test("when all are silent the proxy may be at fault: no service is slow", () => {
    expect(lookUp({}).slow).toEqual({});
  });

  test("the person's own service stays first", () => {
    const ipinfoUrl = "https://geo.example/me";
    const { slow } = lookUp({ ipinfo_url: "limited", "ipapi.co": "good" }, { ipinfoUrl });
    expect(lookUp({}, { ipinfoUrl, slow }).asked[0]).toBe("ipinfo_url");
  });
});
