import siphash from "siphash";
import type { MemoryJson } from "../decision/memory.ts";
import type { Plans } from "../model/plan.ts";
import type { LaneName } from "./lanes.ts";

/** What the background may ask of the PAC program. All can be run twice without harm. */
export type Command =
  | { readonly kind: "ping" }
  /** A batch of tests begins: lanes left over are dropped, the counters start at 0. */
  | { readonly kind: "begin"; readonly batch: number }
  /** The next request to `origin` goes by leaf `leaf`, once, named as `by` says. */
  | {
      readonly kind: "lane";
      readonly batch: number;
      readonly origin: string;
      readonly leaf: number;
      readonly by: LaneName;
    }
  /** The batch is over; the answer is its counters. */
  | { readonly kind: "end"; readonly batch: number }
  /** How many requests to this origin found no lane so far; `batch` is for who is told no texts. */
  | { readonly kind: "laneless"; readonly origin: string; readonly batch: number }
  /** Whether the name of this leaf's proxy is found. */
  | { readonly kind: "name"; readonly leaf: number }
  /** The rules in the text that end with the run are this run's. */
  | { readonly kind: "confirm" }
  | { readonly kind: "plans"; readonly revision: number; readonly plans: Plans }
  /** Go on with this memory (turns, rides, sticky keys), read from an earlier context. */
  | { readonly kind: "seed"; readonly memory: MemoryJson }
  /** The assignments since a sequence number. */
  | { readonly kind: "log"; readonly since: number }
  | { readonly kind: "memory" }
  /** From now on this context goes by this name too: for a background that is told no texts, and so never hears its own. */
  | { readonly kind: "mark"; readonly mark: string }
  /** Answered by how the request fails: with `YES` when it is so, and as blocked requests do when not. */
  | { readonly kind: "is"; readonly what: Question };

/** What can be asked without a text. */
export type Question =
  | { readonly kind: "there" }
  | { readonly kind: "revision"; readonly revision: number }
  /** The batch is over; its lanes were `set` and each was used by the one request for it. */
  | { readonly kind: "counted"; readonly batch: number; readonly set: number }
  /** No request to the origin was without a lane since the batch's first lane to it. */
  | { readonly kind: "calm"; readonly batch: number; readonly origin: string };

/** A proxy where nothing listens: Chrome has an error of its own for it (fact C13). */
export const YES = "PROXY 127.0.0.1:9";

/** A secret of the channel: the host that carries commands and the key of their tags. It never leaves the browser. */
export interface ChannelSecret {
  /** The first label of `<host>.invalid`. */
  readonly host: string;
  /** Four 32-bit words. */
  readonly key: readonly number[];
}

/** A command as it came: its number, the context it is meant for, and what it asks. */
export interface Received {
  readonly number: number;
  readonly context: string;
  readonly command: Command;
}

/**
 * The address whose request carries a command to the PAC program. `number` rises with every command and `context` names
 * the PAC context it is for ("" for a ping, which is how the context is learnt), so an address seen by somebody can
 * neither be replayed nor, by the tag, be forged.
 */
export function commandUrl(secret: ChannelSecret, number: number, context: string, command: Command): string {
  const body = `${number}.${context}.${encodeURIComponent(JSON.stringify(command)).replace(/'/g, "%27")}`;
  return `http://${secret.host}.invalid/?${tag(secret.key, body)}.${body}`;
}

/** The number in a command's address; null: it is none. */
export function numberIn(url: string): number | null {
  const [, number] = /\?[0-9a-f]{16}\.(\d+)\./.exec(url) ?? [];
  return number === undefined ? null : Number(number);
}

/** Reads a command's address. Null: not ours, forged, or cut. */
export function readCommand(key: readonly number[], url: string): Received | null {
  const [, given, body] = /\?([0-9a-f]{16})\.(.*)$/s.exec(url) ?? [];
  if (given === undefined || body === undefined || tag(key, body) !== given) return null;
  const [, number, context, payload] = /^(\d+)\.([a-z0-9]*)\.(.*)$/s.exec(body) ?? [];
  if (number === undefined || context === undefined || payload === undefined) return null;
  // The tag proves that the background wrote it, so its shape is trusted.
  return { number: Number(number), context, command: JSON.parse(decodeURIComponent(payload)) as Command };
}

/** SipHash-2-4 (Aumasson, Bernstein 2012) of the body, as 16 hexadecimal digits. */
function tag(key: readonly number[], body: string): string {
  const { h, l } = siphash.hash(key, body);
  return hex(h) + hex(l);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");
