import type { SnapshotBase } from "../decision/contract.ts";
import type { Tag } from "../model/outbound.ts";
import type { Plans } from "../model/plan.ts";
import { asciiJson } from "./ascii-json.ts";
import type { ChannelSecret } from "./command.ts";
import type { ProxyStrings } from "./proxy-string.ts";

/** A proxy as the PAC program needs it: its tag and how it is named in an answer. Accounts never get here. */
export interface Leaf extends ProxyStrings {
  readonly tag: Tag;
}

/** What stands in the PAC text beside the program. It is right as a base line: fresher plans come over the channel. */
export interface PacData {
  readonly secret: ChannelSecret;
  /**
   * Only where there are rules that end with the run. Chrome keeps the text over its end: in a context that began shortly
   * before this moment, in ms since the epoch, such rules are taken for this run's; in another they must be confirmed.
   */
  readonly trustedUntil?: number;
  readonly base: SnapshotBase;
  readonly plans: Plans;
  /** Of `plans`. */
  readonly revision: number;
  readonly leaves: readonly Leaf[];
}

const HEAD = "var switchyard=JSON.parse('";
const tailOf = (program: string): string => `');\n${program}`;

/**
 * The whole PAC text: the data, then the program that reads it. ASCII. The data is parsed as JSON and not written as an
 * object of the script: there a tag or a host named `__proto__` would be lost.
 */
export function pacText(program: string, data: PacData): string {
  const { secret, trustedUntil, ...rest } = data;
  // First, and in this order: they are read out of a text that may be another version's.
  const json = asciiJson({ secret, ...(trustedUntil === undefined ? {} : { trustedUntil }), ...rest }).replace(
    /[\\']/g,
    "\\$&",
  );
  return `${HEAD}${json}${tailOf(program)}`;
}

/** The plans in a text of this very program; null when it is not one. */
export function plansIn(program: string, text: string): Pick<PacData, "plans" | "revision"> | null {
  const tail = tailOf(program);
  if (!text.startsWith(HEAD) || !text.endsWith(tail)) return null;
  const { plans, revision }: PacData = JSON.parse(text.slice(HEAD.length, -tail.length).replace(/\\([\\'])/g, "$1"));
  return { plans, revision };
}

const OURS =
  /^var switchyard=JSON\.parse\('\{"secret":\{"host":"([a-z0-9]+)","key":\[([\d,]+)\]\}(?:,"trustedUntil":(\d+))?/;

/** The channel's secret out of a text that the browser has in use; null when it is not ours. */
export function secretOf(text: string): ChannelSecret | null {
  const [, host, key] = OURS.exec(text) ?? [];
  return host === undefined || key === undefined ? null : { host, key: key.split(",").map(Number) };
}

/** Until when a context must have begun that trusts the rules that end with the run; null: the text has none. */
export function trustedUntil(text: string): number | null {
  const [, , , at] = OURS.exec(text) ?? [];
  return at === undefined ? null : Number(at);
}
