import type { ComponentChildren, JSX } from "preact";
import type { MemberView } from "../../src/protocol/view.ts";
import { separator, t } from "../i18n.ts";
import { countryName, formatAgo } from "../lib/format.ts";
import type { Popup } from "../models/popup.ts";
import { errorWords } from "../words/error-words.ts";
import { PROTOCOL_NAMES } from "../words/protocol-words.ts";
import { MemberHistory } from "./member-history.tsx";
import { Tech } from "./tech.tsx";

/** All that is known of a proxy: why its test failed and what to do, where it leaves, when it was tested, and its past. */
export function MemberDetails({ member, popup }: { member: MemberView; popup: Popup }): JSX.Element {
  const { exit, shown, testedAt } = member;
  const error = shown.kind === "failed" ? errorWords(shown.error) : null;
  const place = [exit?.city, exit?.region, exit?.country && countryName(exit.country)]
    .filter(Boolean)
    .join(separator());
  return (
    <div class="details">
      {!member.enabled && <p>{t("state_disabled_do")}</p>}
      {error && (
        <p>
          <strong class="bad">{error.says}</strong> {error.advice}
        </p>
      )}
      <dl>
        <Item term={t("detail_type")}>
          <Tech>{PROTOCOL_NAMES[member.protocol]}</Tech>
        </Item>
        {exit && (
          <Item term={t("detail_exit")}>
            <Tech>{exit.ip}</Tech>
            {member.exitCached && <span class="quiet"> ({t("not_confirmed")})</span>}
          </Item>
        )}
        {place && <Item term={t("detail_where")}>{place}</Item>}
        {exit?.org && (
          <Item term={t("detail_org")}>
            <Tech>{exit.asn === undefined ? exit.org : `${exit.org} (AS${exit.asn})`}</Tech>
          </Item>
        )}
        {member.ipv6 !== null && <Item term={t("detail_ipv6")}>{member.ipv6 ? t("detail_yes") : t("detail_no")}</Item>}
        <Item term={t("detail_tested")}>{testedAt === null ? t("detail_never") : formatAgo(testedAt, Date.now())}</Item>
      </dl>
      {exit && member.exitCached && <p class="quiet">{t("not_confirmed_more")}</p>}
      <MemberHistory member={member} popup={popup} />
    </div>
  );
}

const Item = ({ term, children }: { term: string; children: ComponentChildren }): JSX.Element => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);
