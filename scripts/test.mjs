// npm test: checks and all tests, both browsers included. Arguments go to vitest. The last line says how it went, for any CI.
import { lint } from "./lint.mjs";
import { program } from "./program.mjs";
import { setup } from "./setup.mjs";

/** The line vitest's reporter closes with (scripts/closing-line.ts). */
const CLOSING_LINE = /^(\d+) passed, (\d+) failed(, \d+ skipped)?$/;

const failedChecks = await prepare();
const { code, closing } = failedChecks === null ? { code: 1, closing: null } : await runTests(process.argv.slice(2));
const [, passed = "0", failed = "1", skipped = ""] = closing ?? []; // no closing line: the run itself broke
console.log(`${passed} passed, ${Number(failed) + (failedChecks?.length ?? 0)} failed${skipped}`);
process.exitCode = code !== 0 || closing === null || failedChecks?.length > 0 ? 1 : 0;

/** Names of the checks that failed; null when there is nothing to run tests with. */
async function prepare() {
  try {
    setup(["chrome", "firefox"]);
    return await lint();
  } catch (error) {
    console.error(error.message);
    return null;
  }
}

/** Passes on what vitest prints, but keeps the closing line back: failed checks belong into it. */
async function runTests(args) {
  let closing = null;
  let unfinished = "";
  const onOutput = (chunk) => {
    const lines = (unfinished + chunk.toString("utf8")).split("\n");
    unfinished = lines.pop() ?? "";
    for (const line of lines) {
      const found = CLOSING_LINE.exec(line);
      if (found) closing = found;
      else console.log(line);
    }
  };
  const code = await program("vitest/vitest.mjs", ["run", ...args], onOutput);
  if (unfinished !== "") onOutput("\n");
  return { code, closing };
}
