import type { ProbeError } from "../../../../src/model/probe-error.ts";
import type { ProbeResponse } from "../../../ports/prober.ts";
import type { ControlChannel } from "../pac/control-channel.ts";

/** A listener answers a knock at once, or waits for more; a closed door says so as fast. */
export const KNOCK_MS = 1_000;

/**
 * Chrome has one error for all that keeps it from speaking with a proxy (fact C13): its name is not found, nothing listens,
 * TLS with an HTTPS proxy fails. The PAC program can look up the name; for the rest one knocks at the port without TLS.
 *
 *   refused ── name not found ──> name_not_resolved
 *      ├── not an HTTPS proxy ──> refused
 *      └── knock ── refused, or nothing can be said ──> refused
 *            └── anything else: somebody listens ──> proxy_tls
 */
export async function refusalReason(
  error: ProbeError,
  leaf: number,
  channel: Pick<ControlChannel, "ask">,
  knock: () => Promise<ProbeResponse>,
): Promise<ProbeError> {
  const answer = await channel.ask({ kind: "name", leaf });
  if (answer?.kind !== "name") return error;
  if (!answer.found) return { ...error, code: "name_not_resolved" };
  if (!answer.secure) return error;
  const heard = await knock();
  const closed = heard.kind === "again" || (heard.kind === "failed" && heard.error.code === "refused");
  return closed ? error : { ...error, code: "proxy_tls" };
}
