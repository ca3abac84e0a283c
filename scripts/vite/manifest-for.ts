const OTHERS = {
  chrome: { permissions: ["webRequestBlocking"], keys: ["browser_specific_settings"] },
  firefox: { permissions: ["webRequestAuthProvider", "browsingData"], keys: ["minimum_chrome_version"] },
};

/** The one manifest without what only the other browser understands: each asks for no permission it does not use. */
export function manifestFor<M extends { permissions: string[]; optional_permissions: string[] }>(
  manifest: M,
  browser: "chrome" | "firefox",
): M {
  const other = OTHERS[browser];
  const own = Object.fromEntries(Object.entries(manifest).filter(([key]) => !other.keys.includes(key))) as M;
  const used = (names: readonly string[]): string[] => names.filter((name) => !other.permissions.includes(name));
  return {
    ...own,
    permissions: used(manifest.permissions),
    optional_permissions: used(manifest.optional_permissions),
  };
}
