import type { JSX } from "preact";
import type { ConfigProblem } from "../../../src/protocol/view.ts";

/** The numbers beside the lines. One text node, so that a line more is cheap. */
export function LineNumbers({ count }: { count: number }): JSX.Element {
  return <pre class="editor-numbers">{Array.from({ length: count }, (_, index) => index + 1).join("\n")}</pre>;
}

/** A band behind each line with a problem; an error is also marked by a sign before its number. */
export function LineMarks({ problems }: { problems: readonly ConfigProblem[] }): JSX.Element {
  const levels = new Map<number, ConfigProblem["level"]>();
  for (const { line, level } of problems) {
    if (line !== null && levels.get(line) !== "error") levels.set(line, level);
  }
  return (
    <>
      {[...levels].map(([line, level]) => (
        <div key={line} class="editor-mark" data-level={level} style={{ "--line": line - 1 }} />
      ))}
    </>
  );
}
