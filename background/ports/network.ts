/** What the browser says of the network (M17): offline and online, and a change of the kind of connection. */
export interface NetworkEvents {
  online(online: boolean): void;
  changed(): void;
}

/**
 * The network as it is. Events alone do not tell: they wake nobody, so that a stopped background never hears that it is
 * back; and Chrome's worker was seen to get none at all.
 */
export interface Network {
  isOnline(): boolean;
}
