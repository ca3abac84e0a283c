import { asn, country, jsonObject, place, record, text } from "./fields.ts";
import type { IpService } from "./service.ts";

/** Its free service speaks http only. It says "success" or "fail" in `status`, with status 200 either way. */
export const ipApiCom: IpService = {
  name: "ip-api.com",
  url: "http://ip-api.com/json/",
  read(body) {
    const json = jsonObject(body);
    if (json?.status !== "success") return null;
    const numbered = asn(json.as);
    return record(json.query, {
      country: country(json.countryCode),
      region: text(json.regionName) ?? text(json.region),
      city: text(json.city),
      asn: numbered,
      org: text(json.org) ?? text(json.isp),
      ...place(json.lat, json.lon),
      postalCode: text(json.zip),
    });
  },
};
