/** Runs tasks one after the other, in the order in which they were given. A task that fails does not stop the next. */
export interface Mutex {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = tail.then(task, task);
      tail = result.catch(() => {});
      return result;
    },
  };
}
