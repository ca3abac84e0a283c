export type BrowserKind = "chrome" | "firefox";

/** The variable that names a browser's program outright. */
export const PATH_VARIABLE: Readonly<Record<BrowserKind, string>>;

/** The path of an installed browser; null when none is found. What the variable names is taken as it stands. */
export function findBrowser(kind: BrowserKind, env?: Readonly<Record<string, string | undefined>>): string | null;

/** The same, failing with what to do. */
export function requireBrowser(kind: BrowserKind): string;
