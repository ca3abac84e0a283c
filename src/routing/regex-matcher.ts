import { memo } from "../lib/memo.ts";
import type { RegexProgram } from "./contract.ts";

/** What holds between two characters (RE2, `EmptyOp`). */
const LINE_BEGINS = 1;
const LINE_ENDS = 2;
const TEXT_BEGINS = 4;
const TEXT_ENDS = 8;
const AT_WORD = 16;
const NOT_AT_WORD = 32;

/**
 * Whether an expression is found anywhere in an ASCII text of one line: at every character the machine is in all places
 * at once, each at most once, so a text of n characters takes at most n times the steps. Chrome runs it without a compiler,
 * where texts and calls take most of the time: so codes are compared, by tables.
 */
export function createMatcher({ start, steps }: RegexProgram): (text: string) => boolean {
  const codesOf = memo(steps.length, codesIn);
  const taken = steps.map((step) => (step[0] === "take" ? codesOf(step[1]) : null));
  /** The last turn in which each step was reached; turns are never counted anew, so nothing has to be cleared. */
  const reached = new Array<number>(steps.length).fill(0);
  let turn = 0;

  return (text) => {
    let places: number[] = [];
    for (let at = 0; at <= text.length; at++) {
      turn++;
      const here = holdsAt(text, at);
      const code = at < text.length ? text.charCodeAt(at) : -1;
      const next: number[] = [];
      places.push(start);
      // Places that a step leads to without a character come after those that are looked at.
      for (let i = 0; i < places.length; i++) {
        const place = places[i] ?? 0;
        const step = steps[place];
        if (step === undefined || reached[place] === turn) continue;
        reached[place] = turn;
        if (step[0] === "take") {
          if (taken[place]?.[code] === true) next.push(step[2]);
        } else if (step[0] === "both") places.push(step[1], step[2]);
        else if (step[0] === "where") {
          if ((step[1] & ~here) === 0) places.push(step[2]);
        } else if (step[0] === "found") return true;
      }
      places = next;
    }
    return false;
  };
}

/** Whether each code is within the ranges, which are pairs of characters: "azAZ". */
function codesIn(ranges: string): readonly boolean[] {
  const codes = new Array<boolean>(128).fill(false);
  for (let i = 0; i < ranges.length; i += 2) codes.fill(true, ranges.charCodeAt(i), ranges.charCodeAt(i + 1) + 1);
  return codes;
}

const isWord = codesIn("azAZ09__");

function holdsAt(text: string, at: number): number {
  const begins = at === 0 ? TEXT_BEGINS | LINE_BEGINS : 0;
  const ends = at === text.length ? TEXT_ENDS | LINE_ENDS : 0;
  const before = at > 0 && isWord[text.charCodeAt(at - 1)] === true;
  const after = at < text.length && isWord[text.charCodeAt(at)] === true;
  return begins | ends | (before === after ? NOT_AT_WORD : AT_WORD);
}
