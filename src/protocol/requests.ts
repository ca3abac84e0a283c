import type { History } from "../model/history.ts";
import type { Tag } from "../model/outbound.ts";
import type { AddressView, AskedAddress } from "./address-view.ts";
import type { ConfigProblem, Mode, TabView } from "./view.ts";

/** The configuration as the person wrote it, and what is wrong with it. */
export interface ConfigText {
  readonly text: string;
  /** Rises with each save; given back with a save, so that an edit in another window is not overwritten unseen. */
  readonly revision: number;
  /** When the former versions were saved, the newest first (at most ten). */
  readonly versions: readonly { readonly revision: number; readonly savedAt: number }[];
}

export type SaveOutcome =
  | { readonly kind: "saved"; readonly revision: number; readonly notes: readonly ConfigProblem[] }
  /** Nothing was changed. */
  | { readonly kind: "refused"; readonly problems: readonly ConfigProblem[] }
  /** Somebody else saved in the meantime; nothing was changed. */
  | { readonly kind: "conflict"; readonly revision: number }
  | { readonly kind: "failed"; readonly message: string };

/**
 * What popup and options page may ask of the background. A function-shaped map: the client's calls and the background's
 * handlers are both typed by it, so a forgotten handler does not compile.
 */
export interface Requests {
  setMode(mode: Mode): void;
  /** Whether WebRTC is kept from sending past the proxies. */
  setWebRtc(closed: boolean): void;
  pick(choice: { readonly group: Tag; readonly member: Tag }): void;
  /** A rule for the host's site that ends with the run; it takes the place of the one there is for that site. */
  addTemporary(rule: { readonly host: string; readonly outbound: Tag }): void;
  /** @param host as the view names the rule */
  removeTemporary(host: string): void;
  /** Fetches a rule list now. */
  updateList(tag: Tag): void;
  /** Proxies or groups; empty: all. */
  test(tags: readonly Tag[]): void;
  stopTests(): void;
  /** A proxy's last tests: asked for when somebody looks at them, since a view of all would be large. */
  history(tag: Tag): History;
  /** @param about `container`: as Firefox names it, "" in a browser that has none */
  tab(about: { readonly url: string; readonly tabId: number; readonly container: string }): TabView;
  explain(asked: AskedAddress): AddressView;
  readConfig(): ConfigText;
  /** Checks and applies; refused as a whole on any error. */
  saveConfig(edit: { readonly text: string; readonly basedOn: number }): SaveOutcome;
  /** A former version's text. */
  readVersion(revision: number): string | null;
  readLog(): readonly string[];
  /** Proxies that wait for the browser to forget a former account, which it may not be told yet (Chrome). */
  heldBack(): readonly Tag[];
}

export type RequestName = keyof Requests;

/** A request on the wire. */
export interface RequestMessage<N extends RequestName = RequestName> {
  readonly ask: N;
  readonly with: Parameters<Requests[N]>[0];
}

/** An answer on the wire: an error is a value, because a thrown one loses its name between contexts. */
export type ReplyMessage<N extends RequestName = RequestName> =
  | { readonly ok: true; readonly value: Awaited<ReturnType<Requests[N]>> }
  | { readonly ok: false; readonly message: string };

/** The name of the port that is the popup's subscription: each message on it is a whole `View`. */
export const VIEW_PORT = "view";
