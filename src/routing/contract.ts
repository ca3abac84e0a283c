import type { Tag } from "../model/outbound.ts";
import type { Protocol, Rule } from "../model/settings.ts";

/** What rules look at in a request. */
export interface RoutedRequest {
  readonly scheme: string;
  /** Lower-case punycode without a trailing dot; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Firefox's cookieStoreId; "": the browser has none. */
  readonly container: string;
}

/** Raised whenever what is compiled is looked up in another way: what was compiled before is of no use then. */
export const COMPILED_FORM = 2;

/** Rules compiled to a lookup, as plain JSON. A rule is named by its place in the user's order, from 0. */
export interface CompiledRules {
  /** By their first rule, rising. */
  readonly sets: readonly MatchSet[];
  readonly outbounds: PackedTags;
}

/** Rules as they were written, or compiled already: 100,000 take thirty times the room as objects. */
export type RuleSource = readonly Rule[] | CompiledRules;

/** Rules that ask for the same besides the host. Those that ask for nothing else are one set, and cost the others nothing. */
export interface MatchSet {
  /** The first rule in it. */
  readonly first: number;
  readonly when: Condition | null;
  /** It matches what it says not. Such a rule is alone in its set. */
  readonly invert: boolean;
  readonly domain: PackedNames;
  /** Suffixes that match themselves and what is below. */
  readonly suffix: PackedNames;
  /** Suffixes that match only what is below (written with a leading dot). */
  readonly below: PackedNames;
  /** Networks, canonical. */
  readonly networks: readonly (readonly [cidr: string, rule: number])[];
  /** The rules rise. */
  readonly keywords: readonly (readonly [keyword: string, rule: number])[];
  /** The rules rise. */
  readonly regexes: readonly (readonly [regex: RegexProgram, rule: number])[];
  /** Lists by their tags. The rules rise. */
  readonly lists: readonly (readonly [list: Tag, rule: number])[];
  /** The first rule for names of one label; null: none. */
  readonly simpleNames: number | null;
  /** The first rule that takes every host; null: none. */
  readonly any: number | null;
}

/** A list of hosts: it has a request that one of `takes` matches, unless one of `spares` does. */
export interface CompiledList {
  readonly takes: CompiledRules;
  readonly spares: CompiledRules | null;
}

/** All that is given must hold. */
export interface Condition {
  readonly port?: readonly number[];
  readonly protocol?: readonly Protocol[];
  readonly container?: readonly string[];
}

/** Names with the rule of each, packed by `packNames`. */
export interface PackedNames {
  /** The rule of those that name none. */
  readonly usual: number;
  /** With how many digits the others name theirs. */
  readonly width: number;
  /** How many labels names have: 2 for "example.com". */
  readonly depths: readonly number[];
  readonly blocks: readonly string[];
}

/** The outbound of each rule. */
export interface PackedTags {
  readonly tags: readonly Tag[];
  /** For each rule the place among the tags, all with as many digits. */
  readonly places: string;
  readonly width: number;
}

/**
 * A regular expression as the steps of a machine that is in many places at once (Thompson, "Regular expression search
 * algorithm", 1968): its time grows with the length of the text, never with what the expression does to it.
 */
export interface RegexProgram {
  readonly start: number;
  readonly steps: readonly RegexStep[];
}

export type RegexStep =
  /** Takes a character within one of the ranges, written as pairs of characters: "azAZ". */
  | readonly [kind: "take", ranges: string, next: number]
  | readonly [kind: "both", next: number, other: number]
  /** Goes on where all that the bits ask for holds between two characters, as RE2 numbers them. */
  | readonly [kind: "where", bits: number, next: number]
  | readonly [kind: "found"]
  | readonly [kind: "stuck"];
