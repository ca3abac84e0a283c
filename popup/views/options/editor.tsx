import type { JSX, RefObject, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ConfigProblem } from "../../../src/protocol/view.ts";
import { t } from "../../i18n.ts";
import { countLines, lineSpan } from "../../lib/lines.ts";
import type { ConfigDraft } from "../../models/config-draft.ts";
import { LineMarks, LineNumbers } from "./line-marks.tsx";

/** The height of a line in px, as in editor.css. */
const LINE_PX = 20;
/** A line that is gone to is shown with this many above it. */
const LINES_ABOVE = 4;

/** Puts the caret on a line, counted from 1. */
export type CaretMover = (line: number) => void;

interface EditorProps {
  readonly draft: ConfigDraft;
  readonly problems: readonly ConfigProblem[];
  readonly caret: RefObject<CaretMover | null>;
}

/** A plain text area with numbered and marked lines. JSON is left to right in every language. */
export function Editor({ draft, problems, caret }: EditorProps): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const follows = useRef<HTMLDivElement>(null);
  const text = draft.text.value;

  useEffect(() => {
    caret.current = (line) => goTo(area.current, line);
  }, [caret]);

  const follow = (): void => {
    const top = area.current?.scrollTop ?? 0;
    follows.current?.style.setProperty("transform", `translateY(${-top}px)`);
  };
  const keys = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (draft.dirty.peek()) void draft.save();
  };

  return (
    <div class="editor code" dir="ltr">
      <div class="editor-under" ref={follows} aria-hidden="true">
        <LineMarks problems={problems} />
        <LineNumbers count={countLines(text)} />
      </div>
      <textarea
        ref={area}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-label={t("config_label")}
        aria-describedby="problems"
        aria-invalid={problems.some(({ level }) => level === "error")}
        value={text}
        onInput={(event) => draft.edit(event.currentTarget.value)}
        onScroll={follow}
        onKeyDown={keys}
      />
    </div>
  );
}

function goTo(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return;
  const { start, end } = lineSpan(area.value, line);
  area.focus();
  area.setSelectionRange(start, end);
  area.scrollTop = (line - 1 - LINES_ABOVE) * LINE_PX;
  area.scrollLeft = 0;
}
