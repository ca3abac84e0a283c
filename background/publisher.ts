/** A burst of changes reaches the popup as one view. */
const PUBLISH_MS = 100;

/** Calls `publish` at once for a first change and once more at the end of a burst; not at all when nobody listens. */
export function createPublisher(listening: () => boolean, publish: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;

  function fire(): void {
    publish();
    again = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (again) fire();
    }, PUBLISH_MS);
  }

  return () => {
    if (!listening()) return;
    if (timer === undefined) fire();
    else again = true;
  };
}
