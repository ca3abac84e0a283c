// npm run fuzz [-- ROUNDS]: the tests with random cases again, each round with a seed of its own, until one fails.
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "./program.mjs";

const ROUNDS = 10;

const rounds = Number(process.argv[2] ?? ROUNDS);
const files = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((name) => join("test", name))
  .filter((name) => /\.test\.tsx?$/.test(name) && readFileSync(name, "utf8").includes('"fast-check"'));

for (let round = 1; round <= rounds && !process.exitCode; round++) {
  const seed = randomInt(2 ** 31);
  process.env.FUZZ_SEED = String(seed);
  console.log(`round ${round} of ${rounds}, FUZZ_SEED=${seed}`);
  const said = [];
  process.exitCode = await program("vitest/vitest.mjs", ["run", "--project", "unit", ...files], (chunk) =>
    said.push(chunk),
  );
  if (process.exitCode) console.log(Buffer.concat(said).toString("utf8"));
}
