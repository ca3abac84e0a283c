import { describe, expect, test } from "vitest";
import { commentsOf, createCodeReader, definedIn, factsIn, unnumberedIn } from "./support/references.ts";

const PAGE = `# Requirements

- **B5** equal is alive (see B6).
- **M1** a test.
- **X6.16** a limit.
- **X4.3b** a part of one.
- **run**: a word, and no code.
- **B7**
Text about **B9** in between.
`;

test("a page defines the codes that begin a line of a list and say something", () => {
  expect(definedIn(PAGE)).toEqual(["B5", "M1", "X6.16", "X4.3b"]);
});

describe("codes of requirements", () => {
  const codes = createCodeReader(definedIn(PAGE));

  test("every code is found, also one that is defined nowhere", () => {
    expect(codes.citedIn("/** B99, M1: as X6.16 says (X4.3b). */")).toEqual(["B99", "M1", "X6.16", "X4.3b"]);
  });

  test.each(["LD-02", "X25519", "DB8", "IPV4", "b5", "M100", "Q3"])("%s is none", (text) => {
    expect(codes.citedIn(text)).toEqual([]);
  });

  test("a test proves the codes that begin its title, and not those that it only mentions", () => {
    const tests = `test("B5, X6.16 · equal is alive"); "M1 · a row of a table": {}, test("as B7 says"); // B6 · no title`;
    expect(codes.provedIn(tests)).toEqual(["B5", "X6.16", "M1"]);
  });
});

describe("numbers of facts", () => {
  test("one, several, and one behind the end of a comment's line", () => {
    expect(factsIn("(fact C6); rests on facts C12, F7 alone; (fact\n * F3)")).toEqual(["C6", "C12", "F7", "F3"]);
  });

  test("a comment that rests on facts without a number is found", () => {
    expect(unnumberedIn("/** Kept (fact C6). */\n/** Direct (facts). */\n/** Right (facts: 5 of 5). */")).toEqual([
      "(facts). */",
      "(facts: 5 of 5). */",
    ]);
  });
});

test("comments are read and code is not", () => {
  expect(commentsOf('/** B5. */\nconst path = "M0 35"; // M1\n')).toBe("/** B5. */\n// M1");
});
