import {
  type BalancerOptions,
  type BalancerOutbound,
  type SelectorOutbound,
  STICKY_PARTS,
  STRATEGIES,
  type StickyPart,
  type Strategy,
  type Tag,
} from "../model/outbound.ts";
import { ms } from "../model/units.ts";
import { type Fields, isSet } from "./fields.ts";
import type { Path, Reader } from "./reader.ts";
import { refuseNarrowing } from "./refuse-narrowing.ts";

/** Refused, each for a reason of its own. */
const ELSEWHERE = ["detour"];
const BALANCER = [
  ...ELSEWHERE,
  "type",
  "tag",
  "outbounds",
  "strategy",
  "pool",
  "sticky_hash",
  "delay_acceptable_ratio",
  "max_retry",
  "ttl",
  "interrupt_exist_connections",
  "tolerance",
  "tolerance_ratio",
];
/** What an `urltest` of sing-box says of its own tests. */
const OWN_TESTS = ["url", "interval", "idle_timeout"];
const NO_OWN_TESTS =
  "nothing here: one monitoring tests the members of all groups (experimental.monitoring); without effect";
const SELECTOR = [...ELSEWHERE, "type", "tag", "outbounds", "default"];

const RATIO = { expected: "0 (for 2), or a number of 1 or more", fits: (ratio: number) => ratio === 0 || ratio >= 1 };
const COUNT = {
  expected: "a whole number, not negative",
  fits: (count: number) => Number.isInteger(count) && count >= 0,
};
const SHARE = { expected: "a number, not negative", fits: (share: number) => share >= 0 };

/** Reads a `balancer` (B1), or an `urltest` as a balancer with lowest-delay. Members are checked later, all together. */
export function readBalancer(reader: Reader, path: Path, fields: Fields, tag: Tag): BalancerOutbound {
  const urltest = fields.type === "urltest";
  const refused = refuseNarrowing(reader, path, fields, BALANCER);
  reader.only(path, fields, [...BALANCER, ...(urltest ? OWN_TESTS : []), ...refused]);
  if (urltest)
    for (const name of OWN_TESTS) if (isSet(fields, name)) reader.note([...path, name], fields[name], NO_OWN_TESTS);
  const members = readMembers(reader, path, fields);
  const options = readOptions(reader, path, urltest ? { ...fields, strategy: "lowest-delay" } : fields);
  return { kind: "balancer", tag, members, options };
}

export function readSelector(reader: Reader, path: Path, fields: Fields, tag: Tag): SelectorOutbound {
  const refused = refuseNarrowing(reader, path, fields, [...SELECTOR, ...BALANCER]);
  reader.only(path, fields, [...SELECTOR, ...refused]);
  const members = readMembers(reader, path, fields);
  return { kind: "selector", tag, members, default: reader.text(path, fields, "default", null) };
}

function readMembers(reader: Reader, path: Path, fields: Fields): readonly Tag[] {
  const members = reader.texts(path, fields, "outbounds");
  if (members.length === 0 && !(Array.isArray(fields.outbounds) && fields.outbounds.length > 0))
    reader.error([...path, "outbounds"], fields.outbounds, "a list of at least one tag");
  const seen = new Set<Tag>();
  members.forEach((member, place) => {
    if (seen.has(member)) reader.error([...path, "outbounds", place], member, "each member once");
    seen.add(member);
  });
  return members;
}

function readOptions(reader: Reader, path: Path, fields: Fields): BalancerOptions {
  const pool = reader.number(path, fields, "pool", 3, COUNT);
  return {
    strategy: readStrategy(reader, path, fields),
    delayAcceptableRatio: reader.number(path, fields, "delay_acceptable_ratio", 2, RATIO) || 2,
    tolerance: orNull(reader.number(path, fields, "tolerance", null, SHARE)),
    toleranceRatio: reader.number(path, fields, "tolerance_ratio", null, SHARE),
    interruptExistConnections: reader.flag(path, fields, "interrupt_exist_connections", false),
    maxRetry: reader.number(path, fields, "max_retry", 0, COUNT),
    ttl: reader.duration(path, fields, "ttl", ms(0)),
    stickyHash: readSticky(reader, path, fields),
    pool: pool === 0 ? 3 : pool,
  };
}

const orNull = (value: number | null) => (value === null ? null : ms(value));

function readStrategy(reader: Reader, path: Path, fields: Fields): Strategy {
  const written = reader.text(path, fields, "strategy", "") || "round-robin";
  const strategy = STRATEGIES.find((one) => one === written);
  if (!strategy) reader.error([...path, "strategy"], written, `one of ${STRATEGIES.join(", ")}`);
  return strategy ?? "round-robin";
}

function readSticky(reader: Reader, path: Path, fields: Fields): readonly StickyPart[] | null {
  if (!isSet(fields, "sticky_hash")) return null;
  const parts = reader.texts(path, fields, "sticky_hash").flatMap((part, place) => {
    const known = STICKY_PARTS.find((one) => one === part);
    if (!known) reader.error([...path, "sticky_hash", place], part, `one of ${STICKY_PARTS.join(", ")}`);
    return known ? [known] : [];
  });
  if (parts.includes("none") && parts.length > 1)
    reader.error([...path, "sticky_hash"], fields.sticky_hash, '"none" alone, or other parts without it');
  return parts.length === 0 ? null : parts;
}
