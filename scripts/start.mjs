// npm start [-- firefox] [--headless --screenshot FILE]: the extension in a browser, with proxies to play with.
import { resolve } from "node:path";
import { run } from "./run.mjs";
import { setup } from "./setup.mjs";

const args = process.argv.slice(2);
try {
  setup([args.includes("firefox") ? "firefox" : "chrome"]);
  await run(resolve(import.meta.dirname, "start.ts"), args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
