import { type Check, number, object, text, unchecked } from "./check.ts";
import { settingsOf } from "./run-monitoring-given.ts";

/** What a look-up vector starts from. `body` is a text as it came. */
export interface LookupGiven {
  readonly answer: { readonly service: string; readonly status: number; readonly body: string } | null;
  /** "" when none is set. */
  readonly ipinfoUrl: string;
  readonly start: number;
  /** ms */
  readonly timeout: number;
}

export function lookupGiven(value: unknown, where: string, service: Check<string>): LookupGiven {
  const read = object(
    {},
    { service, status: number, body: unchecked, ipinfo_url: text, random_start: number, options: unchecked },
  )(value, where);
  const { status, body, random_start: start = 0 } = read;
  if (!Number.isInteger(start) || start < 0 || start > 6) throw new Error(`${where}: random_start ${start}`);
  const settings = settingsOf({ ...asFields(read.options, where), ipinfo_url: read.ipinfo_url ?? "" }, where);
  const given = [read.service, status, body].filter((one) => one !== undefined).length;
  if (given !== 0 && given !== 3) throw new Error(`${where}: service, status and body go together`);
  return {
    answer:
      read.service === undefined || status === undefined
        ? null
        : { service: read.service, status, body: typeof body === "string" ? body : JSON.stringify(body) },
    ipinfoUrl: settings.ipinfoUrl,
    start,
    timeout: settings.urlTestTimeout,
  };
}

const OPTIONS = object({}, { url_test_timeout: text });
const asFields = (value: unknown, where: string): object => (value === undefined ? {} : OPTIONS(value, where));
