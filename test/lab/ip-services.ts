import type { Exit } from "./exits.ts";

/** What a service does for now: answers, says 429, shows a page, never answers, or answers 200 with a failure inside. */
export type ServiceMode = "answers" | "limited" | "html" | "hangs" | "fails";

interface IpService {
  readonly path: RegExp;
  /** Its real answer for who asked: JSON, or text for Cloudflare's trace. */
  answer(exit: Exit, host: string): object | string;
  /** How it reports its own failure under status 200. */
  readonly failure: object | string;
}

/** The services that tell who asks, under their real names; fields and their types as the real ones answer them. */
export const IP_SERVICES: Readonly<Record<string, IpService>> = {
  "ipapi.co": {
    path: /^\/json\/?$/,
    answer: (exit) => ({
      ip: exit.ip,
      version: "IPv4",
      city: exit.city,
      region: exit.region,
      country: exit.country,
      country_name: exit.countryName,
      country_code: exit.country,
      in_eu: false,
      postal: exit.postalCode,
      latitude: exit.latitude,
      longitude: exit.longitude,
      utc_offset: "+0100",
      asn: `AS${exit.asn}`,
      org: exit.org,
    }),
    failure: { error: true, reason: "RateLimited", message: "Visit https://ipapi.co/ratelimited/ for details" },
  },
  "ip-api.com": {
    path: /^\/json\/?$/,
    answer: (exit) => ({
      status: "success",
      country: exit.countryName,
      countryCode: exit.country,
      region: exit.region.slice(0, 2).toUpperCase(),
      regionName: exit.region,
      city: exit.city,
      zip: exit.postalCode,
      lat: exit.latitude,
      lon: exit.longitude,
      isp: exit.org,
      org: exit.org,
      as: `AS${exit.asn} ${exit.org}`,
      query: exit.ip,
    }),
    failure: { status: "fail", message: "private range", query: "127.0.0.1" },
  },
  "ipinfo.io": {
    path: /^\/json\/?$/,
    answer: (exit) => ({
      ip: exit.ip,
      city: exit.city,
      region: exit.region,
      country: exit.country,
      loc: `${exit.latitude},${exit.longitude}`,
      org: `AS${exit.asn} ${exit.org}`,
      postal: exit.postalCode,
      readme: "https://ipinfo.io/missingauth",
    }),
    failure: { ip: "127.0.0.1", bogon: true },
  },
  "api.ip.sb": {
    path: /^\/geoip\/?$/,
    answer: (exit) => ({
      organization: exit.org,
      longitude: exit.longitude,
      isp: exit.org,
      offset: 3600,
      asn: exit.asn,
      asn_organization: exit.org,
      country: exit.countryName,
      ip: exit.ip,
      latitude: exit.latitude,
      country_code: exit.country,
      region: exit.region,
      city: exit.city,
      postal_code: exit.postalCode,
    }),
    failure: { code: 401, message: "Input string is not a valid IP address" },
  },
  "ipwho.is": {
    path: /^\/?$/,
    answer: (exit) => ({
      ip: exit.ip,
      success: true,
      type: "IPv4",
      country: exit.countryName,
      country_code: exit.country,
      region: exit.region,
      city: exit.city,
      latitude: exit.latitude,
      longitude: exit.longitude,
      is_eu: false,
      postal: exit.postalCode,
      connection: { asn: exit.asn, org: exit.org, isp: exit.org, domain: "lab.example" },
    }),
    failure: { success: false, message: "You've hit the monthly limit" },
  },
  "api.country.is": {
    path: /^\/?$/,
    answer: (exit) => ({ ip: exit.ip, country: exit.country }),
    failure: { error: { code: 500, message: "Could not find the country" } },
  },
  "api.my-ip.io": {
    path: /^\/v2\/ip\.json$/,
    answer: (exit) => ({
      success: true,
      ip: exit.ip,
      type: "IPv4",
      country: { code: exit.country, name: exit.countryName },
      region: exit.region,
      city: exit.city,
      location: { lat: exit.latitude, lon: exit.longitude },
      asn: { number: exit.asn, name: exit.org, network: `${exit.ip}/24` },
    }),
    failure: { success: false },
  },
  "cloudflare.com": {
    path: /^\/cdn-cgi\/trace$/,
    answer: (exit, host) =>
      `fl=1f1\nh=${host}\nip=${exit.ip}\nts=1.0\nvisit_scheme=https\nuag=lab\ncolo=FRA\nsliver=none\nhttp=http/2\n` +
      `loc=${exit.country}\ntls=TLSv1.3\nsni=plaintext\nwarp=off\ngateway=off\nrbi=off\nkex=X25519\n`,
    failure: "fl=1f1\nip=\nloc=XX\n",
  },
};

/** The service that answers at a host and path; null when it is none of them. */
export function ipServiceAt(host: string, path: string): { readonly name: string; readonly service: IpService } | null {
  const name = host.replace(/^www\./, "");
  const service = IP_SERVICES[name];
  return service?.path.test(path) ? { name, service } : null;
}
