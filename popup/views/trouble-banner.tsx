import type { JSX } from "preact";
import { routesByUs, type Trouble } from "../../src/protocol/view.ts";
import { plural, t } from "../i18n.ts";
import { formatNumber } from "../lib/format.ts";
import type { ViewStore } from "../models/view-store.ts";
import { configTroubleWords } from "../words/config-trouble-words.ts";
import { Banner } from "./banner-box.tsx";
import { ProblemWords } from "./options/problem-words.tsx";

/** More than these are read in the settings. */
const SHOWN = 3;

interface TroubleBannerProps {
  readonly store: ViewStore;
  /** Null where the settings are already in view. */
  readonly onSettings: (() => void) | null;
}

/** What of the configuration is not in force as it is written, and why. While requests go another way nothing of it is true. */
export function TroubleBanner({ store, onSettings }: TroubleBannerProps): JSX.Element | null {
  const { first, count } = store.troubles.value;
  if (count === 0 || store.mode.value !== "balanced" || !routesByUs(store.control.value)) return null;
  const shown = first.slice(0, SHOWN);
  const more = count - shown.length;
  return (
    <Banner title={t("trouble_title")} advice={t(onSettings ? "trouble_do" : "trouble_do_here")}>
      <ul class="troubles">
        {shown.map((trouble) => (
          <TroubleItem key={JSON.stringify(trouble)} trouble={trouble} open={onSettings === null} />
        ))}
        {more > 0 && <li>{plural("trouble_more", more, formatNumber(more))}</li>}
      </ul>
      {onSettings && (
        <button type="button" onClick={onSettings}>
          {t("open_settings")}
        </button>
      )}
    </Banner>
  );
}

/** What is blocked, and why under it: the popup has little room. */
function TroubleItem({ trouble, open }: { trouble: Trouble; open: boolean }): JSX.Element {
  const { effect, problem } = trouble;
  return (
    <li>
      <details open={open}>
        <summary>{configTroubleWords(effect, problem.path)}</summary>
        {problem.line !== null && `${t("problem_line", formatNumber(problem.line))}: `}
        <ProblemWords problem={problem} />
      </details>
    </li>
  );
}
