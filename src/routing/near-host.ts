import { loadPrefixes, ruleOfAddress } from "./prefix-table.ts";

/** Loopback, private use and link-local addresses (RFC 6890); what a carrier or another network gives out is not among them. */
const NEAR = loadPrefixes(
  [
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
  ].map((network) => [network, 0]),
);

/**
 * Whether a host is this machine or one in its own network, by its address or as `localhost`: of another name nobody can
 * say where it leads.
 *
 * @param host canonical
 */
export const isNear = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || ruleOfAddress(NEAR, host) === 0;
