// Makes sure that packages and browsers are there; nothing to do is done in no time. node scripts/setup.mjs --browsers chrome,firefox
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findBrowser, PATH_VARIABLE } from "./find-browser.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const APT = "apt-get";
/** By the names Debian has for them. */
const DEBIAN = { chrome: "chromium", firefox: "firefox-esr" };
const INSTALLED = { chrome: "Chromium (or Google Chrome)", firefox: "Firefox" };

/** Throws an error that says what to do when something is missing and cannot be got. */
export function setup(browsers) {
  ensurePackages();
  ensureBrowsers(browsers);
}

function ensurePackages() {
  if (packagesAreRight()) return;
  console.error("Installing packages (npm ci) …");
  // npm tells its scripts where it lies; else it is on the PATH, on Windows as a batch file that wants a shell
  const own = process.env.npm_execpath;
  const [program, args] = own ? [process.execPath, [own, "ci"]] : ["npm", ["ci"]];
  const shell = !own && process.platform === "win32";
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: ["ignore", 2, 2], shell });
  if (status !== 0) throw new Error(`npm ci failed: ${error?.message ?? `exit code ${status}`}`);
}

/** Compares what is wanted (package-lock.json) with what npm wrote down that it installed. */
function packagesAreRight() {
  const note = join(ROOT, "node_modules/.package-lock.json");
  if (!existsSync(note)) return false;
  const { packages: installed } = JSON.parse(readFileSync(note, "utf8"));
  const { packages: wanted } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const found = installed[path];
    return path === "" || (found ? found.version === version : optional === true);
  });
}

function ensureBrowsers(browsers) {
  let missing = browsers.filter((kind) => findBrowser(kind) === null);
  if (missing.length > 0 && canUseApt()) {
    const names = missing.map((kind) => DEBIAN[kind]);
    console.error(`Installing ${names.join(" and ")} (${APT}) …`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args) => spawnSync(APT, args, { stdio: ["ignore", 2, 2], env });
    apt("update");
    apt("install", "-y", "--no-install-recommends", ...names);
    missing = missing.filter((kind) => findBrowser(kind) === null);
  }
  if (missing.length === 0) return;
  const what = missing.map((kind) => `${INSTALLED[kind]}, or set ${PATH_VARIABLE[kind]} to its program`);
  throw new Error(`A browser is missing. Please install ${what.join("; and ")}.`);
}

const canUseApt = () =>
  process.getuid?.() === 0 && (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, APT)));

/** `--browsers chrome,firefox`; both when it is not given. */
function wantedBrowsers(args) {
  const at = args.indexOf("--browsers");
  const names = at < 0 ? ["chrome", "firefox"] : (args[at + 1] ?? "").split(",").filter((name) => name !== "");
  const unknown = names.find((name) => !(name in DEBIAN));
  if (unknown) throw new Error(`expected chrome or firefox after --browsers, got ${unknown}`);
  return names;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    setup(wantedBrowsers(process.argv.slice(2)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
