import { describe, expect, test } from "vitest";
import type { ExitIp } from "../../../src/model/exit-ip.ts";
import { type IpService, readAnswer } from "../../../src/monitoring/ip-services/service.ts";
import { LAST_RESORTS, ownService, SERVICES } from "../../../src/monitoring/ip-services/services.ts";

const ALL = new Map([...SERVICES, ...LAST_RESORTS, ownService("https://geo.example/me")].map((one) => [one.name, one]));

function named(name: string): IpService {
  const found = ALL.get(name);
  if (!found) throw new Error(`no service ${name}`);
  return found;
}

const read = (name: string, body: object | string, status = 200): ExitIp | null =>
  readAnswer(named(name), status, typeof body === "string" ? body : JSON.stringify(body));

/** A whole answer of each service, and what is read of it. */
const ANSWERS: Record<string, { body: object | string; exit: ExitIp }> = {
  "ipapi.co": {
    body: {
      ip: "203.0.113.5",
      network: "203.0.113.0/24",
      version: "IPv4",
      city: "Solna",
      region: "Stockholm",
      region_code: "AB",
      country: "SE",
      country_name: "Sweden",
      country_code: "SE",
      postal: "17141",
      latitude: 59.36,
      longitude: 18,
      asn: "AS64500",
      org: "Example Nordic AB",
    },
    exit: {
      ip: "203.0.113.5",
      country: "SE",
      region: "Stockholm",
      city: "Solna",
      asn: 64500,
      org: "Example Nordic AB",
      latitude: 59.36,
      longitude: 18,
      postalCode: "17141",
    },
  },
  "ip-api.com": {
    body: {
      status: "success",
      country: "Germany",
      countryCode: "DE",
      region: "BE",
      regionName: "Land Berlin",
      city: "Berlin",
      zip: "10115",
      lat: 52.53,
      lon: 13.38,
      timezone: "Europe/Berlin",
      isp: "Example Carrier",
      org: "Example Hosting",
      as: "AS64501 Example Hosting GmbH",
      query: "2001:DB8::6",
    },
    exit: {
      ip: "2001:db8::6",
      country: "DE",
      region: "Land Berlin",
      city: "Berlin",
      asn: 64501,
      org: "Example Hosting",
      latitude: 52.53,
      longitude: 13.38,
      postalCode: "10115",
    },
  },
  "ipinfo.io": {
    body: {
      ip: "203.0.113.7",
      hostname: "a.example",
      city: "Oslo",
      region: "Oslo",
      country: "NO",
      loc: "59.91,-10.75",
      org: "AS64502 Example AS Holding",
      postal: "0150",
      timezone: "Europe/Oslo",
      readme: "https://ipinfo.io/missingauth",
    },
    exit: {
      ip: "203.0.113.7",
      country: "NO",
      region: "Oslo",
      city: "Oslo",
      asn: 64502,
      org: "Example AS Holding",
      latitude: 59.91,
      longitude: -10.75,
      postalCode: "0150",
    },
  },
  "api.ip.sb": {
    body: {
      organization: "Example CZ s.r.o.",
      longitude: 14.43,
      city: "Prague",
      timezone: "Europe/Prague",
      isp: "Example Carrier",
      offset: 7200,
      region: "Prague",
      asn: 64503,
      asn_organization: "Example CZ",
      country: "Czechia",
      ip: "203.0.113.8",
      latitude: 50.08,
      postal_code: "11000",
      continent_code: "EU",
      country_code: "CZ",
      region_code: "10",
    },
    exit: {
      ip: "203.0.113.8",
      country: "CZ",
      region: "Prague",
      city: "Prague",
      asn: 64503,
      org: "Example CZ",
      latitude: 50.08,
      longitude: 14.43,
      postalCode: "11000",
    },
  },
  "ipwho.is": {
    body: {
      ip: "203.0.113.9",
      success: true,
      type: "IPv4",
      country: "Finland",
      country_code: "FI",
      region: "Uusimaa",
      city: "Helsinki",
      latitude: 60.17,
      longitude: 24.94,
      postal: "00100",
      connection: { asn: 64504, org: "Example FI Oy", isp: "Example Carrier", domain: "example.fi" },
    },
    exit: {
      ip: "203.0.113.9",
      country: "FI",
      region: "Uusimaa",
      city: "Helsinki",
      asn: 64504,
      org: "Example FI Oy",
      latitude: 60.17,
      longitude: 24.94,
      postalCode: "00100",
    },
  },
  "api.country.is": {
    body: { ip: "203.0.113.10", country: "IE" },
    exit: { ip: "203.0.113.10", country: "IE" },
  },
  "api.my-ip.io": {
    body: {
      success: true,
      ip: "203.0.113.11",
      type: "IPv4",
      country: { code: "AT", name: "Austria" },
      region: "Vienna",
      city: "Vienna",
      location: { lat: 48.2, lon: 16.37 },
      timeZone: "Europe/Vienna",
      asn: { number: 64505, name: "Example AT", network: "203.0.113.0/24" },
    },
    exit: {
      ip: "203.0.113.11",
      country: "AT",
      region: "Vienna",
      city: "Vienna",
      asn: 64505,
      org: "Example AT",
      latitude: 48.2,
      longitude: 16.37,
    },
  },
  "cloudflare.com/cdn-cgi/trace": {
    body: "fl=000f1\nh=cloudflare.com\nip=203.0.113.12\nts=1700000000.000\nvisit_scheme=https\nuag=a=b\nloc=DK\nwarp=off\n",
    exit: { ip: "203.0.113.12", country: "DK" },
  },
  ipinfo_url: {
    body: { ip: "203.0.113.13", country_code: "FI", asn: 64506, org: "Example FI", error: false },
    exit: { ip: "203.0.113.13", country: "FI", asn: 64506, org: "Example FI" },
  },
};

test("IP1 · every service has a whole answer below", () => {
  expect([...ALL.keys()].sort()).toEqual(Object.keys(ANSWERS).sort());
});

describe("IP2 · each service's fields are mapped", () => {
  test.each(Object.entries(ANSWERS))("%s", (name, { body, exit }) => expect(read(name, body)).toEqual(exit));
});

describe("IP2 · only status 200 counts", () => {
  const cases = Object.keys(ANSWERS).flatMap((name) =>
    [201, 204, 301, 403, 429, 500].map((status) => [name, status] as const),
  );
  test.each(cases)("%s with %i", (name, status) => expect(read(name, ANSWERS[name]?.body ?? "", status)).toBeNull());
});

describe("IP2 · what is no answer of the service is none", () => {
  const bodies = [
    "",
    " ",
    "null",
    "[]",
    '"203.0.113.5"',
    "203.0.113.5",
    "{",
    "<!doctype html><html><body>ip=203.0.113.5</body></html>",
    "\ufffd\ufffd\u0000\u001f\ufffd",
    "ip=\nloc=DK\n",
    "IP=203.0.113.5\n",
    "{}",
    '{"ip":null,"query":null,"status":"success","success":true}',
    '{"ip":7,"query":7,"status":"success","success":true}',
    '{"ip":["203.0.113.5"],"query":{},"status":"success","success":true}',
    '{"ip":"203.0.113.500","query":"localhost","status":"success","success":true}',
  ];
  const cases = Object.keys(ANSWERS).flatMap((name) => bodies.map((body) => [name, body] as const));
  test.each(cases)("%s: %j", (name, body) => expect(read(name, body)).toBeNull());
});

describe("IP2 · a failure reported inside a 200 is none, even with an address in it", () => {
  test.each<[string, object]>([
    ["ipapi.co", { ip: "203.0.113.5", error: true, reason: "RateLimited" }],
    ["ipapi.co", { ip: "203.0.113.5", error: "limited" }],
    ["ipinfo_url", { ip: "203.0.113.5", error: true }],
    ["ip-api.com", { query: "203.0.113.5", status: "fail", message: "reserved range" }],
    ["ip-api.com", { query: "203.0.113.5" }],
    ["ipinfo.io", { ip: "203.0.113.5", bogon: true }],
    ["ipinfo.io", { ip: "203.0.113.5", status: 429, error: { title: "Rate limit exceeded" } }],
    ["api.ip.sb", { ip: "203.0.113.5", error: "rate limit" }],
    ["ipwho.is", { ip: "203.0.113.5", success: false, message: "Reserved range" }],
    ["ipwho.is", { ip: "203.0.113.5" }],
    ["ipwho.is", { ip: "203.0.113.5", success: "true" }],
    ["api.country.is", { ip: "203.0.113.5", error: { code: 429 } }],
    ["api.my-ip.io", { ip: "203.0.113.5", success: false }],
    ["api.my-ip.io", { ip: "203.0.113.5" }],
  ])("%s %j", (name, body) => expect(read(name, body)).toBeNull());
});

describe("IP2 · a field of the wrong type is left out, the rest is kept", () => {
  const odd = [null, "", "  ", true, [], {}, [1]];
  const wrong: Record<string, readonly unknown[]> = {
    text: [...odd, 7],
    number: [...odd, "7", "north"],
    asn: [...odd, -1, 0, 1.5, 2 ** 32, "AS", "ASN7", "7x"],
  };
  const fields: readonly [service: string, field: string, kind: string, lost: readonly (keyof ExitIp)[]][] = [
    ["ipapi.co", "city", "text", ["city"]],
    ["ipapi.co", "region", "text", ["region"]],
    ["ipapi.co", "org", "text", ["org"]],
    ["ipapi.co", "postal", "text", ["postalCode"]],
    ["ipapi.co", "asn", "asn", ["asn"]],
    ["ipapi.co", "latitude", "number", ["latitude"]],
    ["ipapi.co", "longitude", "number", ["longitude"]],
    ["ip-api.com", "countryCode", "text", ["country"]],
    ["ip-api.com", "city", "text", ["city"]],
    ["ip-api.com", "zip", "text", ["postalCode"]],
    ["ip-api.com", "lat", "number", ["latitude"]],
    ["ip-api.com", "lon", "number", ["longitude"]],
    ["ip-api.com", "as", "asn", ["asn"]],
    ["ipinfo.io", "loc", "text", ["latitude", "longitude"]],
    ["ipinfo.io", "org", "text", ["org", "asn"]],
    ["ipinfo.io", "country", "text", ["country"]],
    ["api.ip.sb", "asn", "asn", ["asn"]],
    ["api.ip.sb", "postal_code", "text", ["postalCode"]],
    ["ipwho.is", "connection", "text", ["asn", "org"]],
    ["ipwho.is", "postal", "text", ["postalCode"]],
    ["api.country.is", "country", "text", ["country"]],
    ["api.my-ip.io", "country", "text", ["country"]],
    ["api.my-ip.io", "location", "text", ["latitude", "longitude"]],
    ["api.my-ip.io", "asn", "text", ["asn", "org"]],
  ];
  const cases = fields.flatMap(([name, field, kind, lost]) =>
    (wrong[kind] ?? []).map((value) => [name, field, value, lost] as const),
  );
  test.each(cases)("%s: %s is %j", (name, field, value, lost) => {
    const { body, exit } = ANSWERS[name] ?? { body: {}, exit: { ip: "" } };
    const rest = Object.fromEntries(Object.entries(exit).filter(([key]) => !lost.some((one) => one === key)));
    expect(read(name, { ...(body as object), [field]: value })).toEqual(rest);
  });

  test.each<[unknown, Partial<ExitIp>]>([
    ["59.91", {}],
    ["59.91,", {}],
    [",10.75", {}],
    ["59.91,10.75,3", {}],
    ["north,east", {}],
    ["59.91, 10.75", { latitude: 59.91, longitude: 10.75 }],
    ["-91,10", { longitude: 10 }],
    ["0,0", { latitude: 0, longitude: 0 }],
  ])("ipinfo.io: a loc of %j", (loc, place) => {
    expect(read("ipinfo.io", { ip: "203.0.113.7", loc })).toEqual({ ip: "203.0.113.7", ...place });
  });

  test.each<[object, Partial<ExitIp>]>([
    [{ org: "", isp: "Example Carrier" }, { org: "Example Carrier" }],
    [{ org: "Example Hosting" }, { org: "Example Hosting" }],
  ])("ip-api.com names the carrier where no organisation is known: %j", (fields, expected) => {
    const exit = read("ip-api.com", { status: "success", query: "203.0.113.6", ...fields });
    expect(exit).toEqual({ ip: "203.0.113.6", ...expected });
  });
});

describe("IP3 · a country is two letters; XX and T1 are none", () => {
  test.each<[unknown, string | undefined]>([
    ["SE", "SE"],
    ["se", "SE"],
    [" SE ", "SE"],
    ["XX", undefined],
    ["xx", undefined],
    ["T1", undefined],
    ["SWE", undefined],
    ["S", undefined],
    ["", undefined],
    ["--", undefined],
    [7, undefined],
    [null, undefined],
  ])("%j is %s", (written, country) => {
    expect(read("api.country.is", { ip: "203.0.113.10", country: written })?.country).toBe(country);
  });

  test.each(["XX", "T1", ""])("a trace from %j has no country", (loc) =>
    expect(read("cloudflare.com/cdn-cgi/trace", `ip=203.0.113.12\nloc=${loc}\n`)).toEqual({ ip: "203.0.113.12" }),
  );

  test("a trace with carriage returns is read as well", () =>
    expect(read("cloudflare.com/cdn-cgi/trace", "ip=203.0.113.12\r\nloc=DK\r\n")).toEqual({
      ip: "203.0.113.12",
      country: "DK",
    }));
});
