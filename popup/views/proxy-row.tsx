import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { MemberView } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";
import type { Popup } from "../models/popup.ts";
import { ExitLine } from "./exit-line.tsx";
import { Flag } from "./flag.tsx";
import { ChevronDown } from "./icons.tsx";
import { MemberDetails } from "./member-details.tsx";
import type { Place } from "./member-row.tsx";
import { RowMain } from "./row-main.tsx";
import { Name } from "./tech.tsx";
import { TestButton } from "./test-button.tsx";

interface ProxyRowProps {
  readonly member: MemberView;
  readonly grouped: boolean;
  readonly place: Place;
  readonly open: Signal<boolean>;
  readonly popup: Popup;
}

/** A proxy: which, where it leaves, how fast, and a button that tests it. */
export function ProxyRow({ member, grouped, place, open, popup }: ProxyRowProps): JSX.Element {
  const expanded = open.value;
  const toggle = (): void => {
    open.value = !open.peek();
  };
  return (
    <li class="row" data-tag={member.tag} data-open={expanded} data-off={!member.enabled}>
      <div class="row-line">
        <RowMain
          place={place}
          grouped={grouped}
          title={<Name>{member.tag}</Name>}
          more={<ExitLine member={member} />}
          flag={<Flag country={member.exit?.country} />}
          onClick={toggle}
          expanded={expanded}
        >
          {place.pick ? null : <ChevronDown />}
        </RowMain>
        {place.pick && (
          <button
            type="button"
            class="row-open"
            data-part="open"
            tabIndex={place.tabIndex}
            aria-expanded={expanded}
            aria-label={t("row_details", isolate(member.tag))}
            onFocus={place.enter}
            onClick={toggle}
          >
            <ChevronDown />
          </button>
        )}
        <TestButton
          tag={member.tag}
          shown={member.shown}
          busy={member.testing}
          off={!member.enabled}
          {...{ place, popup }}
        />
      </div>
      {expanded && <MemberDetails member={member} popup={popup} />}
    </li>
  );
}
