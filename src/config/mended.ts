import type { Tag } from "../model/outbound.ts";
import type { Path } from "./reader.ts";

/** What stands in a value in the place of a part that is refused. */
export type Mended =
  /** An outbound that blocks; null: nothing can name it. */
  | { readonly kind: "outbound"; readonly tag: Tag | null }
  /** A rule of which nobody can say what it matches: it blocks whatever reaches it. */
  | { readonly kind: "rule" }
  /** A rule list that counts as never loaded; null: nothing can name it. */
  | { readonly kind: "list"; readonly tag: Tag | null };

/** No text that is read as JSON can be one of these. */
const marks = new WeakMap<object, Mended>();
/** Of lists that something was taken out of: the place in the text of each item. */
const places = new WeakMap<readonly unknown[], readonly number[]>();

export function markMended(mended: Mended): object {
  const mark = {};
  marks.set(mark, mended);
  return mark;
}

export const mendedOf = (value: unknown): Mended | null =>
  typeof value === "object" && value !== null ? (marks.get(value) ?? null) : null;

/** The list without the items at these places. */
export function withoutItems(list: readonly unknown[], gone: ReadonlySet<number>): readonly unknown[] {
  const kept = [...list.keys()].filter((place) => !gone.has(place));
  const next = kept.map((place) => list[place]);
  places.set(
    next,
    kept.map((place) => places.get(list)?.[place] ?? place),
  );
  return next;
}

/** A path of a mended value as it is in the text. */
export function writtenPath(value: unknown, path: Path): Path {
  let here = value;
  return path.map((part) => {
    const list = Array.isArray(here) ? here : null;
    const written = typeof part === "number" ? list && places.get(list)?.[part] : undefined;
    here = typeof part === "number" ? list?.[part] : new Map(Object.entries(here ?? {})).get(part);
    return written ?? part;
  });
}
