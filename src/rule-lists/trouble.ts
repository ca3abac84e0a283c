import type { ProbeErrorCode } from "../model/probe-error.ts";
import type { ListFault } from "./read-list.ts";

/**
 * Why a list was not updated; the one there is serves on.
 * `no-outbound`: what it is fetched through leads to no proxy; `direct` counts only where the list itself names it.
 * `redirect`: it leads to more addresses than are followed, or to one that is not: a clear one from an encrypted one, this device.
 * `too-slow`: reading it had not ended in time.
 * `shrunk`: it has less than a tenth of what it had, as when something else came in its place; so often in a row now.
 * `too-many`: with the other lists it would be more than a browser's proxy thread can bear.
 */
export type ListTrouble =
  | { readonly kind: ListFault | "no-outbound" | "redirect" | "too-many" | "too-slow" | "not-sent" }
  | { readonly kind: "shrunk"; readonly from: number; readonly to: number; readonly times: number }
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "failed"; readonly code: ProbeErrorCode };
