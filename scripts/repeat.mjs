// npm run repeat -- FILES [-t NAME] [--times 20] [--busy 2] [--minutes 60]: tests again and again, with no second try, beside
// processes that keep the machine busy. Ends by itself; the last line says in how many rounds which tests failed.
import { spawn } from "node:child_process";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { program } from "./program.mjs";

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: "string", short: "t" },
    times: { type: "string", default: "20" },
    busy: { type: "string", default: "2" },
    minutes: { type: "string", default: "60" },
  },
});
const [times, busy, minutes] = ["times", "busy", "minutes"].map((name) => wholeNumber(name, values[name]));
const limitMs = minutes * 60_000;
const args = ["run", "--retry=0", ...files, ...(values.name === undefined ? [] : ["-t", values.name])];

/** Reaches the tests' set-up: the builds of the first round serve the others. */
const BUILT = "E2E_BUILT";
const FAILED = /^ (?:FAIL|❯) .* > .*$/gm;
const CLOSING_LINE = /^(\d+) passed, (\d+) failed/m;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

if (files.length === 0) {
  console.error("usage: npm run repeat -- FILES [-t NAME] [--times 20] [--busy 2] [--minutes 60]");
  process.exitCode = 2;
} else await repeat();

async function repeat() {
  const load = Array.from({ length: busy }, () => keepBusy(limitMs));
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => (isStopped = true));
  // The round under way is told by whoever runs it.
  const timer = setTimeout(() => process.emit("SIGTERM", "SIGTERM"), limitMs);
  /** How often each test failed. */
  const failures = new Map();
  let [done, green] = [0, 0];
  try {
    for (; done < times && !isStopped; done++) {
      const before = loadavg()[0].toFixed(1);
      const { ran, failed, said } = await round();
      if (ran && failed.length === 0) green++;
      else console.log(said);
      for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
      console.log(`round ${done + 1} of ${times}: ${CLOSING_LINE.exec(said)?.[0] ?? "did not end"} (load ${before})`);
      process.env[BUILT] = "1";
    }
  } finally {
    clearTimeout(timer);
    for (const child of load) child.kill();
  }
  for (const [name, count] of failures) console.log(`failed ${count} times: ${name}`);
  console.log(`${green} of ${times} rounds green, beside ${busy} busy processes`);
  process.exitCode = green === times ? 0 : 1;
}

/** One run of the tests; one that ran none, or that broke, counts as failed. */
async function round() {
  const chunks = [];
  const code = await program("vitest/vitest.mjs", args, (chunk) => chunks.push(chunk));
  const said = Buffer.concat(chunks).toString("utf8").replace(COLOURS, "");
  const passed = Number(CLOSING_LINE.exec(said)?.[1] ?? 0);
  const failed = [...new Set((said.match(FAILED) ?? []).map((line) => line.trim()))];
  return { ran: code === 0 && passed > 0, failed, said };
}

/** A process that does nothing as fast as it can; it ends by itself, also when nobody ends it. */
function keepBusy(forMs) {
  const loop = `const end = Date.now() + ${forMs}; while (Date.now() < end);`;
  return spawn(process.execPath, ["-e", loop], { stdio: "ignore" });
}

function wholeNumber(name, text) {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`expected a whole number after --${name}, got ${text}`);
  return Number(text);
}
