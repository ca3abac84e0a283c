import type { JSX } from "preact";
import type { MemberView } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { countryName } from "../lib/format.ts";
import { errorWords } from "../words/error-words.ts";
import { PROTOCOL_NAMES } from "../words/protocol-words.ts";
import { Tech } from "./tech.tsx";

/** One line under a proxy's name: why it does not work, or where it leaves. */
export function ExitLine({ member }: { member: MemberView }): JSX.Element {
  const { shown, exit, exitCached, protocol } = member;
  if (!member.enabled) return <>{t("state_disabled")}</>;
  if (shown.kind === "failed") return <span class="bad">{errorWords(shown.error).says}</span>;
  if (!exit) return <Tech>{PROTOCOL_NAMES[protocol]}</Tech>;
  return (
    <>
      {exit.country && `${countryName(exit.country)} · `}
      <Tech>{exit.ip}</Tech>
      {exitCached && ` · ${t("not_confirmed")}`}
    </>
  );
}
