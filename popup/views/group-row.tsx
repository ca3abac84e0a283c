import type { JSX } from "preact";
import type { GroupView } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";
import type { Popup } from "../models/popup.ts";
import { knownTo, serving } from "../models/serving.ts";
import { groupType } from "../words/group-words.ts";
import { Flag } from "./flag.tsx";
import { ChevronEnd } from "./icons.tsx";
import type { Place } from "./member-row.tsx";
import { RowMain } from "./row-main.tsx";
import { Name } from "./tech.tsx";
import { TestButton } from "./test-button.tsx";

interface GroupRowProps {
  readonly group: GroupView;
  readonly place: Place;
  readonly popup: Popup;
}

/** A group inside a group: how it picks, with the flag of the proxy it leads to, and a way to its members. */
export function GroupRow({ group, place, popup }: GroupRowProps): JSX.Element {
  const { store, list } = popup;
  const leads = serving(group.tag, knownTo(store));
  const open = (): void => list.show({ kind: "group", tag: group.tag });
  return (
    <li class="row" data-tag={group.tag}>
      <div class="row-line">
        <RowMain
          place={place}
          grouped
          title={<Name>{group.tag}</Name>}
          more={groupType(group)}
          flag={<Flag country={leads.kind === "proxy" ? leads.member.exit?.country : undefined} />}
          onClick={open}
        >
          {place.pick ? null : <ChevronEnd />}
        </RowMain>
        {place.pick && (
          <button
            type="button"
            class="row-open"
            data-part="open"
            tabIndex={place.tabIndex}
            aria-label={t("row_open", isolate(group.tag))}
            onFocus={place.enter}
            onClick={open}
          >
            <ChevronEnd />
          </button>
        )}
        <TestButton tag={group.tag} shown={group.shown} busy={false} off={false} place={place} popup={popup} />
      </div>
    </li>
  );
}
