import type { JSX } from "preact";
import type { Shown } from "../../src/protocol/view.ts";
import { errorWords } from "../words/error-words.ts";
import { shownWords } from "../words/shown-words.ts";
import { Tech } from "./tech.tsx";

/** A result at a glance: the delay, or a word in its place. */
export function ResultText({ shown }: { shown: Shown }): JSX.Element {
  const { text, tone } = shownWords(shown);
  const failed = shown.kind === "failed" ? errorWords(shown.error).says : undefined;
  return (
    <span class="result" data-tone={tone} data-kind={shown.kind} title={failed}>
      {shown.kind === "delay" ? <Tech>{text}</Tech> : text}
    </span>
  );
}
