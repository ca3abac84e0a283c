// The package's own bundle: our bundler writes out what its list shares, which makes the PAC text 150 KB longer.
import { getDomain } from "tldts/dist/index.esm.min.js";
import { memo } from "../lib/memo.ts";

/** Hosts that a person's pages ask again and again. */
const HOSTS = 5_000;

/** Hosts come out of a browser's parsed address, so they need no second reading. */
const AS_PARSED = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/**
 * What stands for a whole site: its registrable domain by the public suffix list with its private part; an IP literal, or a
 * host that has no such domain, stands for itself (CH1).
 *
 * @param host lower-case punycode without a trailing dot; IPv6 without brackets
 */
export const siteKey = memo(HOSTS, (host) => registrableDomain(host) ?? host);

/** The registrable domain of a host; null: it has none. */
export const registrableDomain = (host: string): string | null => getDomain(host, AS_PARSED);
