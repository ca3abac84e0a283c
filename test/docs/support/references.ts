/** The codes that a page defines, in its order: each begins a line of a list, as `- **B5** …`. */
export const definedIn = (page: string): readonly string[] =>
  [...page.matchAll(/^- \*\*([A-Z]+\d+(?:\.\d+[a-z]?)?)\*\* \S/gm)].map((match) => match[1] ?? "");

/** Reads the codes of requirements out of texts. Only letters that the page of requirements uses make a code. */
export function createCodeReader(defined: readonly string[]) {
  const letters = [...new Set(defined.map((code) => code.replace(/\d.*/, "")))].join("|");
  const code = `(?:${letters})\\d{1,2}(?:\\.\\d+[a-z]?)?`;
  return {
    /** Every code in a text. */
    citedIn: (text: string): readonly string[] => text.match(new RegExp(`\\b${code}\\b`, "g")) ?? [],
    /** The codes that begin a test's title, as in `"M1, X5 · a title"`. */
    provedIn: (text: string): readonly string[] =>
      [...text.matchAll(new RegExp(`["'\`]((?:${code}, )*${code}) · `, "g"))].flatMap((match) =>
        (match[1] ?? "").split(", "),
      ),
  };
}

/** The numbers of browser facts that a text cites: "fact C6", "facts C6, F2", also over the lines of a comment. */
export const factsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bfacts?[\s*]+([CF]\d+(?:,[\s*]+[CF]\d+)*)/g)].flatMap((match) =>
    (match[1] ?? "").split(/,[\s*]+/),
  );

/** Where a comment rests on facts and names none: "(facts)", "(facts: …)". */
export const unnumberedIn = (comments: string): readonly string[] =>
  comments.match(/\(facts?\b(?![\s*]+[CF]\d).*/g) ?? [];

export const commentsOf = (code: string): string => (code.match(/\/\*[\s\S]*?\*\/|\/\/.*$/gm) ?? []).join("\n");
