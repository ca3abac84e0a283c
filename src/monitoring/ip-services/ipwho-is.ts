import { asn, asObject, country, jsonObject, place, record, text } from "./fields.ts";
import type { IpService } from "./service.ts";

/** It says `success: false` inside a 200. The network's number and name stand in `connection`. */
export const ipwhoIs: IpService = {
  name: "ipwho.is",
  url: "https://ipwho.is/",
  read(body) {
    const json = jsonObject(body);
    if (json?.success !== true) return null;
    const connection = asObject(json.connection);
    return record(json.ip, {
      country: country(json.country_code),
      region: text(json.region),
      city: text(json.city),
      asn: asn(connection?.asn),
      org: text(connection?.org) ?? text(connection?.isp),
      ...place(json.latitude, json.longitude),
      postalCode: text(json.postal),
    });
  },
};
