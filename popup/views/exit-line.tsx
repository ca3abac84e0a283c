import type { JSX } from "preact";
import type { MemberView } from "../../src/protocol/view.ts";
import { separator, t } from "../i18n.ts";
import { countryName } from "../lib/format.ts";
import { PROTOCOL_NAMES } from "../words/protocol-words.ts";
import { Tech } from "./tech.tsx";

/** One line under a proxy's name: where it leaves. */
export function ExitLine({ member }: { member: MemberView }): JSX.Element {
  const { exit, exitCached, protocol } = member;
  if (!member.enabled) return <>{t("state_disabled")}</>;
  if (!exit) return <Tech>{PROTOCOL_NAMES[protocol]}</Tech>;
  return (
    <>
      {exit.country && `${countryName(exit.country)}${separator()}`}
      <Tech>{exit.ip}</Tech>
      {exitCached && `${separator()}${t("not_confirmed")}`}
    </>
  );
}
