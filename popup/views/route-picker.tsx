import type { JSX } from "preact";
import type { Tag } from "../../src/model/outbound.ts";
import { separator, t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";
import type { Popup } from "../models/popup.ts";
import { groupTitle } from "../words/group-words.ts";

/**
 * Picks what serves requests, where the configuration ends in a selector among groups. A selector among proxies alone
 * needs none: its list has a button in each row.
 */
export function RoutePicker({ popup }: { popup: Popup }): JSX.Element | null {
  const { store, actions } = popup;
  const final = store.final.value;
  const selector = final === null ? undefined : store.group(final).value;
  if (selector?.type !== "selector" || !selector.members.some((tag) => store.group(tag).value)) return null;
  const pick = (member: Tag): void => void actions.run("pick", { group: selector.tag, member });
  return (
    <label class="route">
      <span>{t("serve_by")}</span>
      <select
        aria-label={t("serve_by_label")}
        value={selector.selected ?? ""}
        onChange={(event) => pick(event.currentTarget.value)}
      >
        {selector.members.map((tag) => {
          const group = store.group(tag).value;
          const name = group ? groupTitle(group) : isolate(tag);
          return (
            <option key={tag} value={tag}>
              {store.plain(tag) === "refused" ? `${name}${separator()}${t("plain_refused_short")}` : name}
            </option>
          );
        })}
      </select>
    </label>
  );
}
