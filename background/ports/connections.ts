import type { Tag } from "../../src/model/outbound.ts";
import type { OpenRequest } from "../connections/open-request.ts";

/**
 * The user's connections, as far as a browser lets them be seen and ended. No browser closes the connections of one
 * proxy: what can be ended is a page's load, what a tab is loading, and a download. Nothing here ever fails: what a
 * browser, or a permission that was not given, does not allow is left alone.
 */
export interface Connections {
  /** Requests under way, each with its way as far as that is known. */
  open(): Promise<readonly OpenRequest[]>;
  /** Answers that broke off lately, with their ways: a download among them may be taken up again. */
  broken(): Promise<readonly OpenRequest[]>;
  /** New requests through these members open connections of their own, where the browser can be told so. */
  renew(members: readonly Tag[]): void;
  /** Loads a page anew that is still loading. False: it is none any more (it became a download, or its tab went on). */
  restartLoad(load: OpenRequest): Promise<boolean>;
  /** Stops what a tab is loading. */
  stopTab(tab: number): Promise<void>;
  /** Loads a tab's page again, unless that would send a form again. */
  reloadTab(tab: number): Promise<void>;
  /** Takes up a download anew, or starts it over. Does nothing for a request that is no download. */
  moveDownload(request: OpenRequest): Promise<void>;
  /** Learns the ways that can be known by now, before the browser forgets them. */
  settle(): Promise<void>;
}
