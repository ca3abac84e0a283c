import type { TemporaryRule } from "../model/temporary-rule.ts";
import { canonicalHost } from "../routing/host.ts";
import { registrableDomain } from "./registrable-domain.ts";

/**
 * What a rule for the site of a host is for: its registrable domain and what is below; an address, or a name that has no
 * such domain, alone. Null: no rule can hold such a host.
 */
export function siteOf(host: string): Omit<TemporaryRule, "outbound"> | null {
  const canonical = canonicalHost(host);
  if (canonical === null) return null;
  const domain = registrableDomain(canonical);
  return domain === null ? { host: canonical, below: false } : { host: domain, below: true };
}
