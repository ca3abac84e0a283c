import { asn, country, jsonObject, place, record, text } from "./fields.ts";
import type { IpService } from "./service.ts";

export const apiIpSb: IpService = {
  name: "api.ip.sb",
  url: "https://api.ip.sb/geoip",
  read(body) {
    const json = jsonObject(body);
    if (!json || json.error !== undefined) return null;
    return record(json.ip, {
      country: country(json.country_code),
      region: text(json.region),
      city: text(json.city),
      asn: asn(json.asn),
      org: text(json.asn_organization) ?? text(json.organization) ?? text(json.isp),
      ...place(json.latitude, json.longitude),
      postalCode: text(json.postal_code),
    });
  },
};
