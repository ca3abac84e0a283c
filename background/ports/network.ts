/** What the browser says of the network (M17): offline and online, and a change of the kind of connection. */
export interface NetworkEvents {
  online(online: boolean): void;
  changed(): void;
}

/** The network as it is: its events wake nobody, and a background that was stopped when it came back never hears of it. */
export interface Network {
  isOnline(): boolean;
}
