import { country, jsonObject, record } from "./fields.ts";
import type { IpService } from "./service.ts";

/** Address and country only. */
export const apiCountryIs: IpService = {
  name: "api.country.is",
  url: "https://api.country.is/",
  read(body) {
    const json = jsonObject(body);
    return json && json.error === undefined ? record(json.ip, { country: country(json.country) }) : null;
  },
};
