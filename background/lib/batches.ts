/** Hands on what comes; what comes while that is under way goes together in the next. */
export interface Batches<I> {
  push(...items: readonly I[]): void;
}

/** @param take rejects only by a mistake of ours; what came meanwhile is handed on with the next then */
export function createBatches<I>(take: (items: readonly I[]) => Promise<void>): Batches<I> {
  const waiting: I[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    draining = true;
    try {
      while (waiting.length > 0) await take(waiting.splice(0));
    } finally {
      draining = false;
    }
  }

  return {
    push(...items) {
      waiting.push(...items);
      if (!draining && waiting.length > 0) void drain();
    },
  };
}
