import type { Ms } from "../model/units.ts";
import { describe, kindOf } from "./describe.ts";
import { parseDuration } from "./duration.ts";
import { type Fields, isFields, isSet } from "./fields.ts";

/** A place in the configuration. */
export type Path = readonly (string | number)[];

export interface Finding {
  readonly path: Path;
  readonly came: string;
  readonly expected: string;
  readonly level: "error" | "note";
}

/**
 * Reads fields of a value of unknown shape. What does not fit becomes a finding and the fallback is used, so that one
 * reading finds all that is wrong. `null` as a value is the same as unset, as in Go.
 */
export interface Reader {
  readonly findings: readonly Finding[];
  error(path: Path, came: unknown, expected: string): void;
  note(path: Path, came: unknown, expected: string): void;
  object(path: Path, value: unknown): Fields | null;
  list(path: Path, value: unknown): readonly unknown[];
  text<D>(path: Path, fields: Fields, name: string, unset: D): string | D;
  flag(path: Path, fields: Fields, name: string, unset: boolean): boolean;
  number<D>(path: Path, fields: Fields, name: string, unset: D, rule: NumberRule): number | D;
  /** Zero, as a text or as a number, is the same as unset; another number has no unit and is refused. */
  duration(path: Path, fields: Fields, name: string, unset: Ms): Ms;
  /** A list of texts; a single text is taken for a list of one, as sing-box does. */
  texts(path: Path, fields: Fields, name: string): readonly string[];
  /** Notes every field that is not in `known`, and those of `later` as not used yet. */
  only(path: Path, fields: Fields, known: readonly string[], later?: readonly string[]): void;
}

export interface NumberRule {
  readonly expected: string;
  readonly fits: (value: number) => boolean;
}

export function createReader(): Reader {
  const findings: Finding[] = [];
  const add = (level: "error" | "note", path: Path, came: unknown, expected: string): void => {
    findings.push({ level, path, came: describe(came, path), expected });
  };
  const error = (path: Path, came: unknown, expected: string): void => add("error", path, came, expected);
  const reader: Reader = {
    findings,
    error,
    note: (path, came, expected) => add("note", path, came, expected),
    object(path, value) {
      if (isFields(value)) return value;
      error(path, value, "an object");
      return null;
    },
    list(path, value) {
      if (Array.isArray(value)) return value;
      error(path, value, "a list");
      return [];
    },
    text(path, fields, name, unset) {
      const value = fields[name];
      if (!isSet(fields, name)) return unset;
      if (typeof value === "string") return value;
      error([...path, name], value, "a text");
      return unset;
    },
    flag(path, fields, name, unset) {
      const value = fields[name];
      if (!isSet(fields, name)) return unset;
      if (typeof value === "boolean") return value;
      error([...path, name], value, "true or false");
      return unset;
    },
    number(path, fields, name, unset, { expected, fits }) {
      const value = fields[name];
      if (!isSet(fields, name)) return unset;
      if (typeof value === "number" && Number.isFinite(value) && fits(value)) return value;
      error([...path, name], value, expected);
      return unset;
    },
    duration(path, fields, name, unset) {
      const value = fields[name];
      if (!isSet(fields, name)) return unset;
      const read = value === 0 ? unset : typeof value === "string" ? readText(value, unset) : null;
      if (read === null) error([...path, name], value, 'a duration such as "300ms", "5s" or "2h45m"');
      return read !== null && read > 0 ? read : unset;
    },
    texts(path, fields, name) {
      const value = fields[name];
      if (!isSet(fields, name)) return [];
      const list = typeof value === "string" ? [value] : value;
      if (!Array.isArray(list)) error([...path, name], value, "a list of texts");
      return (Array.isArray(list) ? list : []).flatMap((one: unknown, place) => {
        if (typeof one === "string") return [one];
        error([...path, name, place], one, "a text");
        return [];
      });
    },
    only(path, fields, known, later = []) {
      for (const name of Object.keys(fields)) {
        if (known.includes(name) || !isSet(fields, name)) continue;
        const expected = later.includes(name) ? "not used yet, left alone" : "not used by Switchyard, left alone";
        // Of an unknown name nobody can say that its value is no secret: "pasword" is one.
        findings.push({ level: "note", path: [...path, name], came: kindOf(fields[name]), expected });
      }
    },
  };
  return reader;
}

const readText = (text: string, unset: Ms): Ms | null => (text.trim() === "" ? unset : parseDuration(text));

/** `outbounds[2].server_port` */
export function pathText(path: Path): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
}
