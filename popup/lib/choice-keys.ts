/** Where an arrow key moves among choices that stand in a line, round and round; null: it is no key for moving. */
export function choiceAfterKey(key: string, at: number, count: number, direction: "ltr" | "rtl"): number | null {
  const step = stepOf(key, direction);
  if (step !== null) return (at + step + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

function stepOf(key: string, direction: "ltr" | "rtl"): 1 | -1 | null {
  const ahead = direction === "ltr" ? "ArrowRight" : "ArrowLeft";
  const back = direction === "ltr" ? "ArrowLeft" : "ArrowRight";
  if (key === ahead || key === "ArrowDown") return 1;
  return key === back || key === "ArrowUp" ? -1 : null;
}
