import { country, record } from "./fields.ts";
import type { IpService } from "./service.ts";

/** Plain text, one key=value a line, split at the first "="; no rate limit. */
export const cloudflareTrace: IpService = {
  name: "cloudflare.com/cdn-cgi/trace",
  url: "https://cloudflare.com/cdn-cgi/trace",
  read(body) {
    const values = new Map(
      body.split(/\r?\n/).map((line): [string, string] => {
        const at = line.indexOf("=");
        return [line.slice(0, Math.max(0, at)), line.slice(at + 1)];
      }),
    );
    return record(values.get("ip"), { country: country(values.get("loc")) });
  },
};
