import { type ReadonlySignal, signal } from "@preact/signals";
import type { Tag } from "../../src/model/outbound.ts";
import type { RequestName, Requests } from "../../src/protocol/requests.ts";
import type { Ask } from "../client.ts";

/** What a person can ask for in the popup, and the words that tell them how it went. */
export interface Actions {
  /** Asks the background; a failure becomes the `failure`. Resolves to whether it worked. */
  run<N extends RequestName>(name: N, ...asked: Parameters<Requests[N]>): Promise<boolean>;
  /** Tests these proxies or groups; empty: all. */
  test(tags: readonly Tag[]): Promise<boolean>;
  /** What was asked to be tested last; null: nothing yet. */
  readonly tested: ReadonlySignal<readonly Tag[] | null>;
  /** The words of the last request that failed; null: none did since. */
  readonly failure: ReadonlySignal<string | null>;
}

export function createActions(ask: Ask): Actions {
  const failure = signal<string | null>(null);
  const tested = signal<readonly Tag[] | null>(null);

  const run: Actions["run"] = async (name, ...asked) => {
    try {
      await ask(name, ...asked);
      failure.value = null;
      return true;
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error);
      return false;
    }
  };

  return {
    failure,
    tested,
    run,
    test(tags) {
      tested.value = tags;
      return run("test", tags);
    },
  };
}
