/** What every build for a browser has in common. */
export const buildOptions = (browser: "chrome" | "firefox") => ({
  target: browser === "firefox" ? "firefox142" : "chrome120",
  chunkSizeWarningLimit: 900,
  modulePreload: false as const,
});
