import type { RegexProgram } from "./contract.ts";

/** What holds between two characters (RE2, `EmptyOp`). */
const LINE_BEGINS = 1;
const LINE_ENDS = 2;
const TEXT_BEGINS = 4;
const TEXT_ENDS = 8;
const AT_WORD = 16;
const NOT_AT_WORD = 32;

const WORD = /\w/;

/**
 * Whether an expression is found anywhere in an ASCII text of one line: at every character the machine is in all places
 * at once, each at most once, so a text of n characters takes at most n times the steps.
 */
export function createMatcher({ start, steps }: RegexProgram): (text: string) => boolean {
  /** The last turn in which each step was reached; turns are never counted anew, so nothing has to be cleared. */
  const reached = new Array<number>(steps.length).fill(0);
  let turn = 0;

  return (text) => {
    let places: number[] = [];
    for (let at = 0; at <= text.length; at++) {
      turn++;
      const here = holdsAt(text, at);
      const char = text.charAt(at);
      const next: number[] = [];
      places.push(start);
      for (let place = places.pop(); place !== undefined; place = places.pop()) {
        const step = steps[place];
        if (!step || reached[place] === turn) continue;
        reached[place] = turn;
        if (step[0] === "take") {
          if (isIn(step[1], char)) next.push(step[2]);
        } else if (step[0] === "both") places.push(step[2], step[1]);
        else if (step[0] === "where") {
          if ((step[1] & ~here) === 0) places.push(step[2]);
        } else if (step[0] === "found") return true;
      }
      places = next;
    }
    return false;
  };
}

/** Nothing is within a range at the end of the text. */
function isIn(ranges: string, char: string): boolean {
  for (let i = 0; i < ranges.length; i += 2)
    if (char >= ranges.charAt(i) && char <= ranges.charAt(i + 1)) return char !== "";
  return false;
}

function holdsAt(text: string, at: number): number {
  const begins = at === 0 ? TEXT_BEGINS | LINE_BEGINS : 0;
  const ends = at === text.length ? TEXT_ENDS | LINE_ENDS : 0;
  const turns = WORD.test(text.charAt(at - 1)) !== WORD.test(text.charAt(at));
  return begins | ends | (turns ? AT_WORD : NOT_AT_WORD);
}
