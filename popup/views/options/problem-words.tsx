import type { JSX } from "preact";
import type { ConfigProblem } from "../../../src/protocol/view.ts";
import { separator } from "../../i18n.ts";
import { expectedWords, gotWords } from "../../words/finding-words.ts";
import { Rich } from "../rich.tsx";
import { Tech } from "../tech.tsx";

/** Where it is, what was expected and what came. Paths and values are the configuration's own words, as they stand. */
export function ProblemWords({ problem: { path, expected, came } }: { problem: ConfigProblem }): JSX.Element {
  return (
    <>
      {path && (
        <>
          <code dir="ltr">{path}</code>{" "}
        </>
      )}
      <Rich id="problem_expected" parts={[expectedWords(expected) ?? <Tech key="expected">{expected}</Tech>]} />
      {separator()}
      <Rich id="problem_came" parts={[gotWords(came) ?? <Tech key="came">{came}</Tech>]} />
    </>
  );
}
