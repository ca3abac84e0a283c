import { asn, country, jsonObject, place, record, text } from "./fields.ts";
import type { IpService } from "./service.ts";

const LOC = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/;
const degrees = (written: string | undefined): number | undefined =>
  written === undefined ? undefined : Number(written);

/** `loc` is "latitude,longitude"; `org` is "AS64500 Name". A private address is marked `bogon`. */
export const ipinfoIo: IpService = {
  name: "ipinfo.io",
  url: "https://ipinfo.io/json",
  read(body) {
    const json = jsonObject(body);
    if (!json || json.error !== undefined || json.bogon === true) return null;
    const [, latitude, longitude] = LOC.exec(text(json.loc) ?? "") ?? [];
    const org = text(json.org);
    const numbered = org !== undefined && /^AS\d+\b/i.test(org) ? asn(org) : undefined;
    return record(json.ip, {
      country: country(json.country),
      region: text(json.region),
      city: text(json.city),
      asn: numbered,
      org: numbered === undefined ? org : text(org?.replace(/^AS\d+\s*/i, "")),
      ...place(degrees(latitude), degrees(longitude)),
      postalCode: text(json.postal),
    });
  },
};
