import { type Outcome, ok } from "../lib/result.ts";
import type { ListFormat } from "../model/rule-list.ts";
import { compileList } from "../routing/compile-list.ts";
import type { CompiledList } from "../routing/contract.ts";
import type { ListSize } from "./list-size.ts";
import type { Left } from "./parsed-list.ts";
import { type ListFault, readList, sizeOf } from "./read-list.ts";

/** A list made ready to be looked up, and what there is to say of it. Plain JSON. */
export interface PreparedList {
  readonly list: CompiledList;
  readonly size: ListSize;
  readonly taken: number;
  readonly left: Left;
}

export function prepareList(format: ListFormat, text: string): Outcome<PreparedList, ListFault> {
  const read = readList(format, text);
  if (!read.ok) return read;
  const { takes, spares, taken, left } = read.value;
  return ok({ list: compileList(takes, spares), size: sizeOf(read.value), taken, left });
}
