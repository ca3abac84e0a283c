import { RE2JS } from "re2js";
import { fail, type Outcome, ok } from "../lib/result.ts";
import type { RegexProgram, RegexStep } from "./contract.ts";

/** The operations of RE2's program (re2js, `Inst`). */
const OP = {
  alt: 1,
  altMatch: 2,
  capture: 3,
  where: 4,
  fail: 5,
  match: 6,
  nop: 7,
  rune: 8,
  anyNotNewline: 11,
} as const;

/** One instruction of RE2's program, as far as it is used here. */
interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  matchRune(code: number): boolean;
}

const MOST_STEPS = 1_000;
const ASCII = 128;
const NEWLINE = 10;

/**
 * Compiles a regular expression in RE2's syntax, which is Go's and so sing-box's: it has no look-around and no back
 * references, so that matching takes linear time. RE2's own program is taken over and run by `createMatcher`: the engine
 * itself would double the PAC program, whose hosts are short and ASCII.
 *
 * @returns the program, or why there is none
 */
export function compileRegex(text: string): Outcome<RegexProgram, string> {
  const program = attempt(text);
  if (typeof program === "string") return fail(program);
  const instructions: readonly Instruction[] = program.inst;
  if (instructions.length > MOST_STEPS)
    return fail(`it has ${instructions.length} steps, and more than ${MOST_STEPS} could hold up every request`);
  return ok({ start: program.start, steps: instructions.map(stepOf) });
}

/** How many steps expressions have together; those that cannot be compiled have none. */
export function countSteps(texts: readonly string[]): number {
  return texts.reduce((sum, text) => {
    const compiled = compileRegex(text);
    return sum + (compiled.ok ? compiled.value.steps.length : 0);
  }, 0);
}

/** RE2 throws at what it cannot read. */
function attempt(text: string) {
  try {
    return RE2JS.compile(text).re2().prog;
  } catch (error) {
    return error instanceof Error ? error.message.replace("error parsing regexp: ", "") : String(error);
  }
}

function stepOf(instruction: Instruction): RegexStep {
  const { op, out, arg } = instruction;
  switch (op) {
    case OP.alt:
    case OP.altMatch:
      return ["both", out, arg];
    case OP.capture:
    case OP.nop:
      return ["where", 0, out];
    case OP.where:
      return ["where", arg, out];
    case OP.match:
      return ["found"];
    case OP.fail:
      return ["stuck"];
    default:
      return ["take", rangesOf(instruction), out];
  }
}

/** The ASCII characters that are taken, as ranges. */
function rangesOf(instruction: Instruction): string {
  let ranges = "";
  for (let code = 0; code < ASCII; code++) {
    if (!takes(instruction, code)) continue;
    const from = code;
    while (code + 1 < ASCII && takes(instruction, code + 1)) code++;
    ranges += String.fromCharCode(from, code);
  }
  return ranges;
}

function takes(instruction: Instruction, code: number): boolean {
  const { op } = instruction;
  if (op === OP.rune || op === OP.rune + 1) return instruction.matchRune(code);
  return op !== OP.anyNotNewline || code !== NEWLINE;
}
