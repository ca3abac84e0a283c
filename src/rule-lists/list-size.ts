import { MOST_ENTRIES } from "./collector.ts";

/** What a list asks for, counted as what a browser's proxy thread has to bear. */
export interface ListSize {
  /** Names and networks, which are looked up. */
  readonly hosts: number;
  /** Keywords, which are tried one by one. */
  readonly keywords: number;
  /** Steps of expressions. */
  readonly steps: number;
  /** Different combinations of port and protocol; an inverted rule is one of its own. */
  readonly conditions: number;
}

export const MOST_IN_ALL_LISTS: ListSize = {
  hosts: MOST_ENTRIES.hosts,
  keywords: MOST_ENTRIES.keywords,
  steps: MOST_ENTRIES.expressions,
  conditions: 100,
};

/** So many characters of a list are read. */
export const MOST_CHARACTERS = 8_000_000;

export const addSizes = (a: ListSize, b: ListSize): ListSize => ({
  hosts: a.hosts + b.hosts,
  keywords: a.keywords + b.keywords,
  steps: a.steps + b.steps,
  conditions: a.conditions + b.conditions,
});

export const isWithin = (size: ListSize, most: ListSize): boolean =>
  size.hosts <= most.hosts &&
  size.keywords <= most.keywords &&
  size.steps <= most.steps &&
  size.conditions <= most.conditions;
