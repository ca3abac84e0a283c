import type { JSX } from "preact";
import { separator, t } from "../i18n.ts";
import { formatDelay } from "../lib/format.ts";
import { isolate } from "../lib/isolate.ts";
import type { Popup } from "../models/popup.ts";
import { ruleWords, tabSentence, unroutedTab } from "../words/tab-words.ts";
import { whyOf } from "../words/why-words.ts";
import { Rich } from "./rich.tsx";
import { Name, Tech } from "./tech.tsx";

/** Who serves the tab a person looks at, and why: how its requests went, or how the next one would. */
export function TabLine({ popup }: { popup: Popup }): JSX.Element | null {
  const tab = popup.tab.value;
  if (!tab || popup.store.mode.value === "system") return null;
  const sentence = tabSentence(tab);
  if (sentence === null)
    return (
      <p class="tab quiet">
        <Rich id={unroutedTab(tab)} parts={[<Tech key="host">{tab.host}</Tech>]} />
      </p>
    );
  const rule = popup.store.mode.value === "balanced" ? ruleWords(tab) : null;
  const why = whyOf(tab);
  return (
    <p class="tab">
      <Rich id={sentence} parts={[<Tech key="host">{tab.host}</Tech>, <Name key="by">{tab.outbound}</Name>]} />
      <span class="quiet">
        {rule !== null && `${separator()}${rule}`}
        {tab.via.map((group) => (
          <span key={group}>
            {separator()}
            <Name>{group}</Name>
          </span>
        ))}
        {tab.missingList !== null && `${separator()}${t("tab_missing_list", isolate(tab.missingList))}`}
        {why && `${separator()}${why.needed === null ? t(why.id) : t(why.id, formatDelay(why.needed))}`}
      </span>
    </p>
  );
}
