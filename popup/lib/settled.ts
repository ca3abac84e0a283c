import { computed, type ReadonlySignal } from "@preact/signals";
import { same } from "./same.ts";

/**
 * A computed signal of plain JSON that keeps its value while the new one is equal. Each view comes as a whole, so
 * without this every row would be drawn again at every change of any other.
 */
export function settled<T>(read: () => T): ReadonlySignal<T> {
  let kept: { readonly value: T } | undefined;
  return computed(() => {
    const value = read();
    if (!kept || !same(kept.value, value)) kept = { value };
    return kept.value;
  });
}
