import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { copyExtension, type ExtensionCopy } from "./extension-copy.ts";

/** What can go wrong with the listener that Firefox asks for each request: each of these alone sends it directly. */
export const LISTENER_FAULTS = [
  "script error",
  "late",
  "throws",
  "rejects",
  "nothing",
  "empty list",
  "port 0",
  "unknown type",
  "proxyDNS on http",
  "PAC string",
  "no fields",
  "header on socks",
  "never",
] as const;

/** Runs first in the background, and spoils `proxy.onRequest` in the way that a page of the extension has left word of. */
const FAULT = `
const fault = localStorage.getItem("fault");
if (fault === "script error") throw new Error(fault);
const event = browser.proxy.onRequest;
const add = event.addListener.bind(event);
const answers = {
  throws() { throw new Error("a listener that throws"); },
  async rejects() { throw new Error("a listener that rejects"); },
  nothing() {},
  "empty list": () => [],
  "port 0": () => ({ type: "http", host: "127.0.0.1", port: 0 }),
  "unknown type": () => ({ type: "gopher", host: "127.0.0.1", port: 9 }),
  "proxyDNS on http": () => ({ type: "http", host: "127.0.0.1", port: 9, proxyDNS: true }),
  "PAC string": () => "PROXY 127.0.0.1:9",
  "no fields": () => ({}),
  "header on socks": () => ({ type: "socks", host: "127.0.0.1", port: 9, proxyAuthorizationHeader: "Basic YTpi" }),
  never: () => new Promise(() => {}),
};
if (fault === "late") event.addListener = (...how) => void setTimeout(() => add(...how), 500);
else if (fault !== null) event.addListener = (_, ...how) => add(answers[fault], ...how);
`;

/** Runs first in the background of a Chrome that has stopped handing on the texts of PAC errors. */
const NO_TEXTS = "chrome.proxy.onProxyError.addListener = () => {};";

/** A copy of the Firefox build that takes `localStorage.fault` for the fault that its listener has. */
export const createFaultyExtension = (): ExtensionCopy => spoilt("firefox", FAULT);

/** A copy of the Chrome build that hears no text of a PAC error. */
export const createDeafExtension = (): ExtensionCopy => spoilt("chrome", NO_TEXTS);

function spoilt(kind: BrowserKind, fault: string): ExtensionCopy {
  const copy = copyExtension(kind);
  copy.before(fault);
  return copy;
}
