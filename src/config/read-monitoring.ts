import type { MonitoringSettings } from "../model/settings.ts";
import { type Ms, ms } from "../model/units.ts";
import { parseDuration } from "./duration.ts";
import { type Fields, isFields, isSet } from "./fields.ts";
import { readUrl } from "./read-url.ts";
import type { Path, Reader } from "./reader.ts";

/** The defaults of the seed's table (M23). */
export const MONITORING_DEFAULTS: MonitoringSettings = {
  interval: ms(300_000),
  urls: ["https://www.gstatic.com/generate_204"],
  ipinfoUrl: "",
  lookUpExits: true,
  verifyIpv6: false,
  ipv6Url: "https://ipv6.google.com/generate_204",
  ipv6Declared: {},
  workers: 10,
  urlTestTimeout: ms(5_000),
  onDemandTimeouts: [ms(1_000), ms(3_000), ms(10_000)],
  idleTimeout: ms(600_000),
  debounceWindow: ms(500),
};

const KNOWN = [
  "interval",
  "urls",
  "ipinfo_url",
  "look_up_exits",
  "verify_ipv6",
  "ipv6_url",
  "ipv6_declared",
  "ipv6_probe",
  "workers",
  "url_test_timeout",
  "on_demand_timeouts",
  "idle_timeout",
  "debounce_window",
];

const WORKERS = { expected: "a whole number up to 200", fits: (n: number) => Number.isInteger(n) && n <= 200 };

/** Reads the `monitoring` field; zero, negative or unset values are the defaults. */
export function readMonitoring(reader: Reader, path: Path, value: unknown): MonitoringSettings {
  const unset = MONITORING_DEFAULTS;
  if (value === undefined || value === null) return unset;
  const fields = reader.object(path, value);
  if (!fields) return unset;
  reader.only(path, fields, KNOWN);
  if (isSet(fields, "ipv6_probe")) reader.note([...path, "ipv6_probe"], fields.ipv6_probe, "retired, without effect");
  const workers = reader.number(path, fields, "workers", unset.workers, WORKERS);
  return {
    interval: reader.duration(path, fields, "interval", unset.interval),
    urls: readUrls(reader, path, fields),
    ipinfoUrl: readUrl(reader, [...path, "ipinfo_url"], reader.text(path, fields, "ipinfo_url", "")),
    lookUpExits: reader.flag(path, fields, "look_up_exits", true),
    verifyIpv6: reader.flag(path, fields, "verify_ipv6", false),
    ipv6Url: readUrl(reader, [...path, "ipv6_url"], reader.text(path, fields, "ipv6_url", "")) || unset.ipv6Url,
    ipv6Declared: readDeclared(reader, [...path, "ipv6_declared"], fields.ipv6_declared),
    workers: workers > 0 ? workers : unset.workers,
    urlTestTimeout: reader.duration(path, fields, "url_test_timeout", unset.urlTestTimeout),
    onDemandTimeouts: readMarks(reader, path, fields),
    idleTimeout: reader.duration(path, fields, "idle_timeout", unset.idleTimeout),
    debounceWindow: reader.duration(path, fields, "debounce_window", unset.debounceWindow),
  };
}

function readUrls(reader: Reader, path: Path, fields: Fields): readonly string[] {
  const urls = reader.texts(path, fields, "urls").map((url, place) => readUrl(reader, [...path, "urls", place], url));
  const good = urls.filter((url) => url !== "");
  return good.length > 0 ? good : MONITORING_DEFAULTS.urls;
}

function readDeclared(reader: Reader, path: Path, value: unknown): Readonly<Record<string, boolean>> {
  if (value === undefined || value === null) return {};
  if (!isFields(value)) {
    reader.error(path, value, "an object from tag to true or false");
    return {};
  }
  const names = Object.keys(value);
  return Object.fromEntries(names.map((name) => [name, reader.flag(path, value, name, false)]));
}

/** Marks that rise strictly; zero and negative ones are dropped, none left is the default. */
function readMarks(reader: Reader, path: Path, fields: Fields): readonly Ms[] {
  const marks = reader.texts(path, fields, "on_demand_timeouts").flatMap((text, place) => {
    const mark = parseDuration(text);
    if (mark === null) reader.error([...path, "on_demand_timeouts", place], text, 'a duration such as "3s"');
    return mark !== null && mark > 0 ? [mark] : [];
  });
  if (marks.some((mark, place) => mark <= (marks[place - 1] ?? 0)))
    reader.error([...path, "on_demand_timeouts"], fields.on_demand_timeouts, "durations that rise");
  return marks.length > 0 ? marks : MONITORING_DEFAULTS.onDemandTimeouts;
}
