import type { ProbeErrorCode } from "../model/probe-error.ts";
import type { ListFault } from "./read-list.ts";

/**
 * Why a list was not updated; the one there is serves on.
 * `no-outbound`: what it is fetched through leads to no proxy; `direct` counts only where the list itself names it.
 * `redirect`: its address leads to another one, which is not followed.
 * `too-many`: with the other lists it would be more than a browser's proxy thread can bear.
 */
export type ListTrouble =
  | { readonly kind: ListFault | "no-outbound" | "redirect" | "too-many" | "not-sent" }
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "failed"; readonly code: ProbeErrorCode };
