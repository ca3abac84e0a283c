import type { Account, ProxyOutbound, ProxyProtocol } from "../model/outbound.ts";

/** A proxy as found in a foreign text, before it has a tag. */
export interface ParsedProxy {
  readonly protocol: ProxyProtocol;
  /** Lower-case punycode; an IPv6 address without brackets. */
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
  readonly account: Account | null;
  /** What the text calls it; null when it has no name. */
  readonly name: string | null;
  /** Whether the proxy resolves names: false for socks4 without the a. */
  readonly remoteDns: boolean;
}

type Identified = Pick<ProxyOutbound, "protocol" | "host" | "port" | "account">;

/** Equal for the same proxy: same protocol, host, port and account. Holds the account: for comparing, never for showing. */
export const identityOf = ({ protocol, host, port, account }: Identified): string =>
  JSON.stringify([protocol, host, port, account?.username ?? "", account?.password ?? ""]);

/** `host:port` as people write it, with brackets around an IPv6 address. */
export const addressOf = ({ host, port }: Pick<ParsedProxy, "host" | "port">): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
