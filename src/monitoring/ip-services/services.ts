import { apiCountryIs } from "./api-country-is.ts";
import { apiIpSb } from "./api-ip-sb.ts";
import { apiMyIpIo } from "./api-my-ip-io.ts";
import { cloudflareTrace } from "./cloudflare-trace.ts";
import { ipApiCom } from "./ip-api-com.ts";
import { ipapiCo, readIpapiForm } from "./ipapi-co.ts";
import { ipinfoIo } from "./ipinfo-io.ts";
import { ipwhoIs } from "./ipwho-is.ts";
import type { IpService } from "./service.ts";

/** The seven services in the seed's order. */
export const SERVICES: readonly IpService[] = [ipapiCo, ipApiCom, ipinfoIo, apiIpSb, ipwhoIs, apiCountryIs, apiMyIpIo];

/** Asked when all seven failed: they limit no rate. */
export const LAST_RESORTS: readonly IpService[] = [cloudflareTrace, apiCountryIs, apiMyIpIo];

/** A person's own service, in the form of ipapi.co. */
export const ownService = (url: string): IpService => ({ name: "ipinfo_url", url, read: readIpapiForm });
