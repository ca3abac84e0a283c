import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export type BrowserKind = "chrome" | "firefox";

/** Programs by the names they have on a PATH, the best first. */
const NAMES: Readonly<Record<BrowserKind, readonly string[]>> = {
  chrome: ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge-stable"],
  firefox: ["firefox", "firefox-esr", "firefox-developer-edition"],
};

/** Where installers put them on systems whose PATH does not know them. */
const PLACES: Readonly<Partial<Record<NodeJS.Platform, Readonly<Record<BrowserKind, readonly string[]>>>>> = {
  darwin: {
    chrome: [
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
    firefox: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
  },
  win32: {
    chrome: [
      "Chromium\\Application\\chrome.exe",
      "Google\\Chrome\\Application\\chrome.exe",
      "Microsoft\\Edge\\Application\\msedge.exe",
    ],
    firefox: ["Mozilla Firefox\\firefox.exe"],
  },
};

/** The variable that names a browser's program outright. */
export const PATH_VARIABLE: Readonly<Record<BrowserKind, string>> = { chrome: "CHROME_PATH", firefox: "FIREFOX_PATH" };

/** The path of an installed browser; null when none is found. What the variable names is taken as it stands. */
export function findBrowser(kind: BrowserKind, env: NodeJS.ProcessEnv = process.env): string | null {
  const named = env[PATH_VARIABLE[kind]];
  if (named) return named;
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = NAMES[kind].flatMap((name) => folders.map((folder) => join(folder, name)));
  const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter((root) => root !== undefined);
  const placed = (PLACES[process.platform]?.[kind] ?? []).flatMap((place) =>
    process.platform === "win32" ? roots.map((root) => join(root, place)) : [place],
  );
  return [...onPath, ...placed].find(isProgram) ?? null;
}

/** The same, failing with what to do. */
export function requireBrowser(kind: BrowserKind): string {
  const found = findBrowser(kind);
  if (found) return found;
  const name = kind === "chrome" ? "Chromium or Chrome" : "Firefox";
  throw new Error(`${name} was not found: install it, or set ${PATH_VARIABLE[kind]} to its program`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
