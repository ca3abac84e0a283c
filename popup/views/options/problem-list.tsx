import type { JSX } from "preact";
import type { ConfigProblem } from "../../../src/protocol/view.ts";
import { plural, separator, t } from "../../i18n.ts";
import { formatNumber } from "../../lib/format.ts";
import { ProblemWords } from "./problem-words.tsx";

/** More than these are not read at a time. */
const SHOWN = 100;

interface ProblemListProps {
  readonly problems: readonly ConfigProblem[];
  /** Moves the caret to a line. */
  readonly onGo: (line: number) => void;
}

/** What is wrong, errors first; a click leads to the line. */
export function ProblemList({ problems, onGo }: ProblemListProps): JSX.Element {
  const errors = problems.filter(({ level }) => level === "error");
  const notes = problems.filter(({ level }) => level === "note");
  const counts = [
    errors.length > 0 && plural("config_errors", errors.length, formatNumber(errors.length)),
    notes.length > 0 && plural("config_notes", notes.length, formatNumber(notes.length)),
  ];
  return (
    <div class="problems">
      <p id="problems" class={errors.length > 0 ? "bad" : "quiet"} aria-live="polite">
        {counts.filter(Boolean).join(separator())}
      </p>
      <ul>
        {[...errors, ...notes].slice(0, SHOWN).map((problem) => {
          const { line, path, level, expected } = problem;
          return (
            <li key={`${level} ${line} ${path} ${expected}`} data-level={level}>
              {line === null ? (
                <ProblemWords problem={problem} />
              ) : (
                <button type="button" onClick={() => onGo(line)}>
                  <strong>{t("problem_line", formatNumber(line))}</strong>{" "}
                  {level === "note" && `(${t("problem_note")}) `}
                  <ProblemWords problem={problem} />
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
