import type { JSX } from "preact";
import type { Shown } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { errorWords } from "../words/error-words.ts";
import { shownWords } from "../words/shown-words.ts";
import { Tech } from "./tech.tsx";

/** What there is to say beside a result. */
function remarkOf(shown: Shown): string | undefined {
  if (shown.kind === "failed") return errorWords(shown.error).says;
  return shown.kind === "delay" && shown.estimated ? t("delay_estimated") : undefined;
}

/** A result at a glance: the delay, or a word in its place. */
export function ResultText({ shown }: { shown: Shown }): JSX.Element {
  const { text, tone } = shownWords(shown);
  return (
    <span class="result" data-tone={tone} data-kind={shown.kind} title={remarkOf(shown)}>
      {shown.kind === "delay" ? <Tech>{text}</Tech> : text}
    </span>
  );
}
