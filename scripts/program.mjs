// Programs of the project's packages, started by Node itself: that works on every system, with no shell between.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(import.meta.dirname, "..");
const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};

/**
 * Runs a program of a package (a path within node_modules, or a file URL) and resolves to its exit code. `onOutput` gets all it prints; its input is closed.
 * Ends with this process: a signal to us is passed on.
 */
export function program(path, args, onOutput) {
  return new Promise((done) => {
    const file = path.startsWith("file:") ? fileURLToPath(path) : resolve(ROOT, "node_modules", path);
    const child = spawn(process.execPath, [file, ...args], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...colours },
    });
    const pass = (signal) => child.kill(signal);
    process.on("SIGINT", pass).on("SIGTERM", pass);
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    child.once("close", (code) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      done(code ?? 1);
    });
  });
}
