import type { TabChoice } from "../../src/model/settings.ts";
import type { OpenRequest } from "./open-request.ts";

/** What is done about requests of the user that go through a member that is left. */
export interface ClosingPlan {
  /** Pages still loading: to be loaded anew. */
  readonly loads: readonly OpenRequest[];
  /** Tabs to be stopped or loaded again, each once. */
  readonly tabs: readonly number[];
  /** What may be a download. */
  readonly downloads: readonly OpenRequest[];
}

/** A request of these types is no part of what a person looks at in the tab. */
const NOT_OF_THE_PAGE: ReadonlySet<string> = new Set(["other", "ping", "beacon", "csp_report", "speculative"]);

/**
 * A form that was sent (POST) is never sent again, so its load is left alone, and so is its tab.
 *
 * @param leaving requests under way through what is left
 * @param open all requests under way
 */
export function planClosing(
  leaving: readonly OpenRequest[],
  open: readonly OpenRequest[],
  choice: TabChoice,
): ClosingPlan {
  const pages = leaving.filter(({ type }) => type === "main_frame");
  const loads = pages.filter(({ method, tab }) => method === "GET" && tab >= 0);
  const sending = open.filter(({ type, method, headedAt }) => type === "main_frame" && method !== "GET" && !headedAt);
  const spared = new Set([...loads, ...sending].map(({ tab }) => tab));
  const parts = leaving.filter(({ tab, type }) => tab >= 0 && type !== "main_frame" && !NOT_OF_THE_PAGE.has(type));
  const tabs = choice === "leave" ? [] : parts.map(({ tab }) => tab).filter((tab) => !spared.has(tab));
  return { loads, tabs: [...new Set(tabs)], downloads: leaving.filter(({ url }) => url !== null) };
}
