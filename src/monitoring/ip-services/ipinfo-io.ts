import { asn, country, jsonObject, place, record, text } from "./fields.ts";
import type { IpService } from "./service.ts";

/** `loc` is "latitude,longitude"; `org` is "AS64500 Name". A private address is marked `bogon`. */
export const ipinfoIo: IpService = {
  name: "ipinfo.io",
  url: "https://ipinfo.io/json",
  read(body) {
    const json = jsonObject(body);
    if (!json || json.error !== undefined || json.bogon === true) return null;
    const [latitude, longitude] = (text(json.loc) ?? "")
      .split(",")
      .map((part) => (part === "" ? undefined : Number(part)));
    const org = text(json.org);
    const numbered = org !== undefined && /^AS\d+\b/i.test(org) ? asn(org) : undefined;
    return record(json.ip, {
      country: country(json.country),
      region: text(json.region),
      city: text(json.city),
      asn: numbered,
      org: numbered === undefined ? org : text(org?.replace(/^AS\d+\s*/i, "")),
      ...place(latitude, longitude),
      postalCode: text(json.postal),
    });
  },
};
