import type { Network, NetworkEvents } from "../ports/network.ts";

/** Listens at once. `navigator.connection` is missing in Firefox. */
export function watchNetwork(events: NetworkEvents): Network {
  globalThis.addEventListener("online", () => events.online(true));
  globalThis.addEventListener("offline", () => events.online(false));
  const connection = "connection" in navigator ? navigator.connection : null;
  if (connection instanceof EventTarget) connection.addEventListener("change", () => events.changed());
  return { isOnline: () => navigator.onLine };
}
