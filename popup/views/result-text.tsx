import type { JSX } from "preact";
import type { Shown } from "../../src/protocol/view.ts";
import { shownWords } from "../words/shown-words.ts";
import { Tech } from "./tech.tsx";

/** A result at a glance: the delay, or a word in its place. */
export function ResultText({ shown }: { shown: Shown }): JSX.Element {
  const { text, tone } = shownWords(shown);
  return (
    <span class="result" data-tone={tone} data-kind={shown.kind}>
      {shown.kind === "delay" ? <Tech>{text}</Tech> : text}
    </span>
  );
}
