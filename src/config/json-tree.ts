import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

const DEEPEST = 100;
const LONGEST = 50_000_000;

/** Why a text is no JSON that can be read, and where. */
export interface SyntaxFault {
  readonly expected: string;
  readonly came: string;
  readonly offset: number;
}

export type JsonTree =
  | { readonly root: Node; readonly faults: readonly [] }
  | { readonly root: null; readonly faults: readonly SyntaxFault[] };

/**
 * Reads JSON with comments and trailing commas into a tree that knows where each value stands. A byte-order mark is
 * passed over. The text is looked over first: a tree deeper than anyone writes would overrun the stack of its readers.
 */
export function jsonTree(text: string): JsonTree {
  if (text.length > LONGEST)
    return fault({ expected: `at most ${LONGEST} characters`, came: `${text.length} characters`, offset: 0 });
  // A space in the mark's place keeps every offset.
  const source = text.replace(/^\ufeff/, " ");
  if (source.trim() === "") return fault({ expected: "a JSON object", came: "nothing", offset: 0 });
  const deep = tooDeepAt(source);
  if (deep !== null)
    return fault({ expected: `at most ${DEEPEST} levels`, came: "lists or objects nested deeper", offset: deep });
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: true });
  return errors.length === 0 && root ? { root, faults: [] } : fault(...errors.slice(0, 20).map(readError));
}

const fault = (...faults: readonly SyntaxFault[]): JsonTree => ({ root: null, faults });

const OTHER = "JSON, with comments and trailing commas where you like";

/** What should stand where jsonc-parser finds a fault, by its name for the fault. */
const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: "a text in quotes, a number, true, false, null, a list or an object",
  InvalidNumberFormat: "a number as JSON has them",
  UnexpectedEndOfNumber: "a number as JSON has them",
  PropertyNameExpected: "the name of a field, in double quotes",
  ValueExpected: "a value",
  ColonExpected: 'a ":" between a name and its value',
  CommaExpected: 'a "," between two values',
  CloseBraceExpected: 'a "}" that ends the object',
  CloseBracketExpected: 'a "]" that ends the list',
  EndOfFileExpected: "nothing more: the configuration ends before this",
  UnexpectedEndOfComment: 'a "*/" that ends the comment',
  UnexpectedEndOfString: "a double quote that ends the text",
  InvalidUnicode: "four hexadecimal digits behind \\u",
  InvalidEscapeCharacter: "a letter behind the backslash that JSON has there",
  InvalidCharacter: "a text without control characters: a line break is written \\n",
};

const readError = ({ error, offset }: ParseError): SyntaxFault => ({
  expected: EXPECTED[printParseErrorCode(error)] ?? OTHER,
  came: "a text that is not JSON",
  offset,
});

function tooDeepAt(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const start = text[offset];
    if (start === undefined) return null;
    if (start === "{" || start === "[") depth++;
    else if (start === "}" || start === "]") depth--;
    if (depth > DEEPEST) return offset;
  }
}
