/** A browser's event: listeners are called in the order they came, each once. */
export interface FakeEvent<Given extends unknown[], Answer = void> {
  addListener(listener: (...given: Given) => Answer): void;
  removeListener(listener: (...given: Given) => Answer): void;
  hasListener(listener: (...given: Given) => Answer): boolean;
  hasListeners(): boolean;
}

/** An event, and the test's side of it. */
export function fakeEvent<Given extends unknown[], Answer = void>() {
  const listeners = new Set<(...given: Given) => Answer>();
  const event: FakeEvent<Given, Answer> = {
    addListener: (listener) => void listeners.add(listener),
    removeListener: (listener) => void listeners.delete(listener),
    hasListener: (listener) => listeners.has(listener),
    hasListeners: () => listeners.size > 0,
  };
  return {
    event,
    fire: (...given: Given): Answer[] => [...listeners].map((listener) => listener(...given)),
    clear: () => listeners.clear(),
  };
}
