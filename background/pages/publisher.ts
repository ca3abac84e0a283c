/** A burst of changes reaches the popup as one view. */
const LEAST_MS = 100;
/** Making, handing over and drawing a view takes its time with each proxy, in Firefox in one thread with the tests. */
const EACH_MS = 0.5;

/**
 * Calls `publish` at once for a first change and once more at the end of a burst; not at all when nobody listens.
 *
 * @param members how many proxies a view has
 */
export function createPublisher(listening: () => boolean, members: () => number, publish: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;

  function fire(): void {
    publish();
    again = false;
    timer = setTimeout(
      () => {
        timer = undefined;
        if (again) fire();
      },
      Math.max(LEAST_MS, members() * EACH_MS),
    );
  }

  return () => {
    if (!listening()) return;
    if (timer === undefined) fire();
    else again = true;
  };
}
