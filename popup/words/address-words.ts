import { never } from "../../src/lib/never.ts";
import type { AddressView } from "../../src/protocol/address-view.ts";
import type { Mode, WhyStep } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";

type Found = Extract<AddressView, { kind: "found" }>;

/** Why nothing can be said of what was typed; null: it is not finished, or something can. */
export function addressFault(view: AddressView): string | null {
  if (view.kind === "found") return null;
  if (view.kind === "no-config") return t("address_no_config");
  return view.why === "empty" ? null : t(`address_wrong_${view.why}`);
}

/** Why it is blocked, when it is. */
export function blockedWords({ blocked }: Found): string | null {
  switch (blocked) {
    case null:
      return null;
    case "rule":
      return t("address_blocked_rule");
    case "refused":
      return t("address_blocked_refused");
    case "empty-group":
      return t("address_blocked_empty");
    case "unknown-outbound":
      return t("address_blocked_unknown");
    case "list-missing":
      return t("address_blocked_list");
    case "loop":
      return t("address_blocked_loop");
    default:
      return never(blocked);
  }
}

/** That another mode is in force than the one that is spoken of; null: it is not. */
export const addressNote = (mode: Mode): string | null => (mode === "balanced" ? null : t(`address_mode_${mode}`));

/** Whether the group may name another member for the next connection: it takes turns, or draws. */
export const isExample = ({ how }: WhyStep): boolean => how?.kind === "turn" || how?.kind === "drawn";
