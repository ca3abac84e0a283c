/** What must be ended at the end, whatever ends it. */
export interface Closing {
  add(close: () => Promise<unknown>): void;
  /** Resolves at the first Ctrl+C or request to end. A second one ends at once. */
  readonly signal: Promise<void>;
  /** Ends all that was added, the latest first. */
  close(): Promise<void>;
}

export function createClosing(): Closing {
  const closers: (() => Promise<unknown>)[] = [];
  let stop = (): void => {};
  const signal = new Promise<void>((done) => {
    stop = done;
  });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => stop());
  return {
    signal,
    add: (close) => void closers.push(close),
    async close() {
      for (const one of closers.splice(0).reverse()) await one();
    },
  };
}
