import { asn, asObject, country, jsonObject, place, record, text } from "./fields.ts";
import type { IpService } from "./service.ts";

/** `success` must be true; country, place and network are objects. */
export const apiMyIpIo: IpService = {
  name: "api.my-ip.io",
  url: "https://api.my-ip.io/v2/ip.json",
  read(body) {
    const json = jsonObject(body);
    if (json?.success !== true) return null;
    const location = asObject(json.location);
    const network = asObject(json.asn);
    return record(json.ip, {
      country: country(asObject(json.country)?.code),
      region: text(json.region),
      city: text(json.city),
      asn: asn(network?.number),
      org: text(network?.name),
      ...place(location?.lat, location?.lon),
    });
  },
};
