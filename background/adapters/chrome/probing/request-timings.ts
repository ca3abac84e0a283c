/** What is read of an entry of Resource Timing. */
export type Timing = Pick<
  PerformanceResourceTiming,
  "name" | "startTime" | "responseStart" | "connectStart" | "connectEnd"
>;

/** The times of requests of our own, by their addresses. */
export interface RequestTimings {
  /** To be called before the request is sent. */
  watch(url: string): WatchedRequest;
}

export interface WatchedRequest {
  /** Resolves to null when Chrome gives no times. */
  times(): Promise<Timing | null>;
  /** To be called at the end, whatever came. */
  end(): void;
}

/** An entry comes at the answer's end; of one without a body `fetch` is told first. */
const PATIENCE_MS = 250;

/**
 * Entries are heard as they come. They must not be looked for in the page's buffer: that is full after 250, or as many as
 * one allows, and while tests run without a pause there is no moment at which nobody waits and it could be cleared.
 *
 * @param observe calls back with every entry there is
 */
export function createRequestTimings(observe: (take: (entries: readonly Timing[]) => void) => void): RequestTimings {
  const watched = new Map<string, (timing: Timing) => void>();
  observe((entries) => {
    for (const entry of entries) watched.get(entry.name)?.(entry);
  });
  return {
    watch(url) {
      let come: (timing: Timing) => void = () => {};
      const entry = new Promise<Timing>((resolve) => {
        come = resolve;
      });
      watched.set(url, come);
      return {
        times: () => orNull(entry),
        end: () => void watched.delete(url),
      };
    },
  };
}

async function orNull(entry: Promise<Timing>): Promise<Timing | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const timing = await Promise.race([entry, late]);
  clearTimeout(timer);
  return timing;
}

/** Chrome's entries of all requests of this worker. Those that are heard need not be kept. */
export function observeTimings(take: (entries: readonly Timing[]) => void): void {
  new PerformanceObserver((list) => {
    take(list.getEntriesByType("resource") as PerformanceResourceTiming[]);
    performance.clearResourceTimings();
  }).observe({ type: "resource" });
}
