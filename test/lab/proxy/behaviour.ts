/** What a proxy is configured as, and, unless told otherwise, what it speaks. */
export type ProxyKind = "http" | "https" | "socks4" | "socks5";

/**
 * How far a request has come when a proxy misbehaves:
 *
 *   accept -> connect -> tunnel -> headers -> body
 *
 * accept: the TCP connection stands (an HTTPS proxy has not answered the TLS handshake). connect: the request to connect, or the
 * plain request, is read. tunnel: "connected" is said, nothing is relayed. headers: the site's handshake is relayed, no answer to what
 * is asked. body: the answer's first bytes are relayed (`BODY_BYTES` of a tunnel's), no more.
 */
export type Stage = "accept" | "connect" | "tunnel" | "headers" | "body";

/** How many bytes of a tunnel's answer pass before the stage `body` bites. */
export const BODY_BYTES = 4_096;

export type Fault =
  /** Says nothing more; the connection stays open. */
  | { readonly kind: "hang"; readonly at: Stage }
  /** Closes the connection, as who goes home does. */
  | { readonly kind: "drop"; readonly at: Stage }
  /** Closes it with a TCP reset. */
  | { readonly kind: "reset"; readonly at: Stage }
  /**
   * As a machine that is gone without a word: connections stay open, new and standing ones alike, and nothing is answered
   * or relayed on any of them. What is lost meanwhile stays lost: `cut` them when it comes back.
   */
  | { readonly kind: "silence" }
  /** Answers requests with an HTTP status of its own; a SOCKS proxy with `reply` (default: general failure, or 91 in version 4). */
  | { readonly kind: "status"; readonly status: number; readonly reply?: number }
  /** Whatever is asked, https too, is answered by a page that wants a login: 200. */
  | { readonly kind: "captive" }
  /** Asks for a login by a scheme: one that browsers do not have makes it unanswerable. */
  | { readonly kind: "challenge"; readonly scheme: string }
  /** Answers with bytes of no protocol, at once or (`tunnel`) when it has said that the tunnel stands. */
  | { readonly kind: "garbage"; readonly at?: "connect" | "tunnel" }
  /** Is of another kind than it was taken for. */
  | { readonly kind: "speaks"; readonly as: ProxyKind }
  /** Reads what is encrypted: it answers for every site itself, under a certificate that nobody trusts. */
  | { readonly kind: "intercept" };

/** Where a fault ends the connection, or leaves it hanging; null: nowhere. */
export const stageOf = (fault: Fault | null): Stage | null =>
  fault?.kind === "hang" || fault?.kind === "drop" || fault?.kind === "reset" ? fault.at : null;

export const isSilent = (fault: Fault | null): boolean => fault?.kind === "silence";

/** Who is let in. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** What may be wrong with a certificate: signed by itself; out of date or for another name, by the lab's authority. */
export type BadCertificate = "bad" | "expired" | "misnamed";

/** All that can be switched while a proxy runs. It holds for new requests at once, for relayed bytes too. */
export interface Behaviour {
  /** Before a request to connect (or a plain request) is answered. */
  readonly delayMs: number;
  /** The delay is spread evenly over this much more and less, the same way in every run. */
  readonly jitterMs: number;
  /** Bytes a second in each direction of each connection; null: as fast as they go. */
  readonly bytesPerSecond: number | null;
  /** Null: everybody. */
  readonly account: Account | null;
  /** Let in beside `account`, as a gateway does that tells its customers apart by their user names. */
  readonly moreAccounts: readonly Account[];
  /** How it answers an account that it does not know: tinyproxy says 401 there, as a site would, and 407 to who names none. */
  readonly wrongAccount: 407 | 401;
  /** Of an HTTPS proxy. */
  readonly certificate: "good" | BadCertificate;
  /** Whether it reaches sites that have an IPv6 address only. */
  readonly ipv6: boolean;
  readonly fault: Fault | null;
}

export const USUAL: Behaviour = {
  delayMs: 0,
  jitterMs: 0,
  bytesPerSecond: null,
  account: null,
  moreAccounts: [],
  wrongAccount: 407,
  certificate: "good",
  ipv6: true,
  fault: null,
};
