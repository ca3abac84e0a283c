import type { SkipCode, SkipReason } from "../../src/import/skip-reason.ts";
import { t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";

type Underscored<Code extends string> = Code extends `${infer Head}-${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : Code;

/** Why a pasted line was skipped. Nothing of the line itself is in it. */
export function skipWords(reason: SkipReason): string {
  if (reason.code === "foreign-scheme") return t("skip_foreign_scheme", isolate(reason.scheme));
  return t(`skip_${reason.code.replaceAll("-", "_") as Underscored<SkipCode>}`);
}
