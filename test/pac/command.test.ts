import fc from "fast-check";
import { expect, test } from "vitest";
import { answerText, readAnswer } from "../../src/pac/answer.ts";
import { type Command, commandUrl, readCommand } from "../../src/pac/command.ts";

const SECRET = { host: "0123456789abcdef", key: [1, 2, 3, 4] };
const PLANS: Command = { kind: "plans", revision: 7, plans: { "گروه '1'": { kind: "turns", order: [0, 2] } } };

test("a command survives the way through an address", () => {
  const url = commandUrl(SECRET, 42, "abc", PLANS);
  expect(new URL(url).href).toBe(url);
  expect(readCommand(SECRET.key, url)).toEqual({ number: 42, context: "abc", command: PLANS });
});

test("a command with any character changed, or under another key, is not one", () => {
  const url = commandUrl(SECRET, 42, "abc", PLANS);
  const from = url.indexOf("?") + 1;
  fc.assert(
    fc.property(fc.integer({ min: from, max: url.length - 1 }), fc.constantFrom("0", "a", "9", "."), (at, char) => {
      if (url[at] === char) return;
      expect(readCommand(SECRET.key, url.slice(0, at) + char + url.slice(at + 1))).toBeNull();
    }),
  );
  expect(readCommand([1, 2, 3, 5], url)).toBeNull();
});

test("the key never stands in the address", () => {
  const key = [305419896, 2596069104, 19088743, 4275878552];
  const url = commandUrl({ host: "h", key }, 1, "", { kind: "ping" });
  for (const word of key) expect(url).not.toMatch(new RegExp(`${word}|${word.toString(16)}`));
});

test.each(["line: 12: Uncaught switchyard:9:%", "line: 1: Uncaught Error: switchyard:9:%"])(
  "an answer is read out of %j",
  (frame) => {
    const answer = { context: "c", kind: "pong", revision: 3 };
    expect(readAnswer(frame.replace("%", answerText(9, JSON.stringify(answer)).slice("switchyard:9:".length)))).toEqual(
      {
        number: 9,
        answer,
      },
    );
  },
);

test.each(["", "line: 1: Uncaught SyntaxError: Unexpected token", "switchyard:1:{", "blocked: rule"])(
  "%j is no answer",
  (details) => expect(readAnswer(details)).toBeNull(),
);
