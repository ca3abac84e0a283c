const PAGE = 10;

/** Where a key moves in a list of `count` rows from row `at`; null: it is no key for moving. */
export function rowAfterKey(key: string, at: number, count: number): number | null {
  const to = target(key, at, count);
  return to === null ? null : Math.min(Math.max(to, 0), count - 1);
}

function target(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return at + 1;
    case "ArrowUp":
      return at - 1;
    case "PageDown":
      return at + PAGE;
    case "PageUp":
      return at - PAGE;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
