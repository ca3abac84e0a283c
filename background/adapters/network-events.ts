/** What the browser says of the network (M17): offline and online, and a change of the kind of connection. */
export interface NetworkEvents {
  online(online: boolean): void;
  changed(): void;
}

/** Registered at once. `navigator.connection` is missing in Firefox. */
export function watchNetwork(events: NetworkEvents): void {
  globalThis.addEventListener("online", () => events.online(true));
  globalThis.addEventListener("offline", () => events.online(false));
  const connection = "connection" in navigator ? navigator.connection : null;
  if (connection instanceof EventTarget) connection.addEventListener("change", () => events.changed());
}
