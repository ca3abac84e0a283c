import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PAGE = "popup/index.html";

/** When what was on the popup, in ms since its navigation began. */
export interface Opening {
  /** The browser's own word for it: First Contentful Paint. */
  readonly firstPaint: number;
  /** The first rows stand and have been painted: all that fits, and more. */
  readonly firstRows: number;
  /** All rows. */
  readonly allRows: number;
}

/** A copy of a build whose popup notes when its rows are there; the number of rows stands in the address' fragment. */
export function watchedPopup(built: string): string {
  const copy = mkdtempSync(join(tmpdir(), "switchyard-watched-"));
  cpSync(built, copy, { recursive: true });
  writeFileSync(join(copy, "watch.js"), `(${watch})();`);
  const page = readFileSync(join(built, PAGE), "utf8");
  // Before the popup's own script; a file, because an extension's page runs no script that stands in it.
  writeFileSync(join(copy, PAGE), page.replace("<head>", '<head><script src="/watch.js"></script>'));
  return copy;
}

function watch(): void {
  const wanted = Number(location.hash.slice(1));
  const seen: { firstPaint?: number; firstRows?: number; allRows?: number } = {};
  const whenPainted = (then: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(() => then()));
  let counted = 0;
  const count = (): void => {
    const rows = document.querySelectorAll("#app .list > li").length;
    if (rows > 0 && counted === 0) whenPainted(() => Object.assign(seen, { firstRows: performance.now() }));
    if (rows >= wanted && counted < wanted) whenPainted(() => Object.assign(seen, { allRows: performance.now() }));
    counted = rows;
  };
  new MutationObserver(count).observe(document, { childList: true, subtree: true });
  Object.assign(globalThis, {
    opening: () => {
      const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
      return firstPaint && seen.firstRows && seen.allRows ? { ...seen, firstPaint } : null;
    },
  });
}
