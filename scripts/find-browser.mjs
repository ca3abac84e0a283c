// Plain JavaScript, because `setup.mjs` needs it before any package is installed; types lie beside it.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs by the names they have on a PATH, the best first. */
const NAMES = {
  chrome: ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge-stable"],
  firefox: ["firefox", "firefox-esr", "firefox-developer-edition"],
};

/** Where installers put them on systems whose PATH does not know them. */
const PLACES = {
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

export const PATH_VARIABLE = { chrome: "CHROME_PATH", firefox: "FIREFOX_PATH" };

export function findBrowser(kind, env = process.env) {
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

export function requireBrowser(kind) {
  const found = findBrowser(kind);
  if (found) return found;
  const name = kind === "chrome" ? "Chromium or Chrome" : "Firefox";
  throw new Error(`${name} was not found: install it, or set ${PATH_VARIABLE[kind]} to its program`);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
