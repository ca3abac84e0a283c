import { memo } from "../lib/memo.ts";
import { registrableDomain } from "./registrable-domain.ts";

/** Hosts that a person's pages ask again and again. */
const HOSTS = 5_000;

/**
 * What stands for a whole site: its registrable domain by the public suffix list with its private part; an IP literal, or a
 * host that has no such domain, stands for itself (CH1).
 *
 * @param host lower-case punycode without a trailing dot; IPv6 without brackets
 */
export const siteKey = memo(HOSTS, (host) => registrableDomain(host) ?? host);
