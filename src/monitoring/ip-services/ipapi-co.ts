import type { ExitIp } from "../../model/exit-ip.ts";
import { asn, country, jsonObject, place, record, text } from "./fields.ts";
import type { IpService } from "./service.ts";

export const ipapiCo: IpService = { name: "ipapi.co", url: "https://ipapi.co/json/", read: readIpapiForm };

/** The form of ipapi.co, which a person's own service uses too. It reports a failure as `error: true` inside a 200. */
export function readIpapiForm(body: string): ExitIp | null {
  const json = jsonObject(body);
  if (!json || (json.error !== undefined && json.error !== false && json.error !== null)) return null;
  return record(json.ip, {
    country: country(json.country_code) ?? country(json.country),
    region: text(json.region),
    city: text(json.city),
    asn: asn(json.asn),
    org: text(json.org),
    ...place(json.latitude, json.longitude),
    postalCode: text(json.postal),
  });
}
