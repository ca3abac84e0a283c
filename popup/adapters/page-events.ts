/** Asks before the page is left while something would be lost. */
export function guardLeaving(wouldLose: () => boolean): void {
  addEventListener("beforeunload", (event) => {
    if (wouldLose()) event.preventDefault();
  });
}

/** Calls back each time the person comes back to the page. */
export function onReturn(then: () => void): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") then();
  });
  addEventListener("focus", then);
}
