import type { RequestName, Requests } from "../../src/protocol/requests.ts";
import type { View } from "../../src/protocol/view.ts";

/** One handler for each request of the popup; a forgotten one does not compile. */
export type Handlers = {
  readonly [N in RequestName]: (
    asked: Parameters<Requests[N]>[0],
  ) => ReturnType<Requests[N]> | Promise<ReturnType<Requests[N]>>;
};

/** The popup's side of the background: requests in, views out to every open popup. */
export interface Link {
  /** Sends the view to all who listen; does nothing when nobody does. */
  publish(view: View): void;
  readonly listening: boolean;
}
