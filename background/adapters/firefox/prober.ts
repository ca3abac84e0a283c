import browser from "webextension-polyfill";
import { DIRECT } from "../../../src/model/outbound.ts";
import type { ProbeError } from "../../../src/model/probe-error.ts";
import { ms } from "../../../src/model/units.ts";
import { isIpv4 } from "../../../src/routing/ip-literal.ts";
import type { ProbeRequest, ProbeResponse, Prober } from "../../ports/prober.ts";
import { readBody } from "../probing/read-body.ts";
import { limitOf } from "../probing/retry-after.ts";
import { errorOf, isUnsure, viaOfType } from "./net-errors.ts";
import type { Via } from "./own-requests.ts";
import { nonceUrl, type OwnRequest, type OwnRequests } from "./own-requests.ts";

/** The event with the reason comes beside the failure of the fetch. */
const EVENT_PATIENCE_MS = 500;
const EVENT_STEP_MS = 10;
/** The event that names the way may come a little after a quick answer (measured). */
const WAY_PATIENCE_MS = 2_000;
/** Firefox stops the event page 30 s after its last event; a pending fetch does not count (fact F25). */
const CALL_EVERY_MS = 10_000;
const KNOCK_MS = 1_000;

/** No cookies, no cache, no referrer, no redirects. */
const FETCH = {
  cache: "no-store",
  credentials: "omit",
  redirect: "manual",
  referrerPolicy: "no-referrer",
} as const;

/** Sends our own requests; `proxy.onRequest` finds the proxy by the nonce, with a fresh connection for each. */
export function createFirefoxProber(own: OwnRequests, randomNonce: () => string): Prober {
  let underWay = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function awake(by: 1 | -1): void {
    underWay += by;
    if (underWay === 1 && by === 1) timer = setInterval(() => void browser.runtime.getPlatformInfo(), CALL_EVERY_MS);
    if (underWay === 0) clearInterval(timer);
  }

  /** Whether the name of a proxy is found shows at once, or never. */
  async function knock({ tag, url, signal }: ProbeRequest): Promise<string | null> {
    const nonce = randomNonce();
    const request = own.begin(nonce, tag, true);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(KNOCK_MS)]);
    try {
      await fetch(nonceUrl(url, nonce), { ...FETCH, signal: limit });
      return null;
    } catch {
      return limit.aborted ? null : (await settled(request)).error;
    } finally {
      own.end(nonce);
    }
  }

  return {
    async send(probe): Promise<ProbeResponse> {
      const { tag, url, timeout, signal } = probe;
      if (signal.aborted || (tag === DIRECT && probe.most === undefined)) return { kind: "again" };
      const nonce = randomNonce();
      const request = own.begin(nonce, tag);
      const deadline = AbortSignal.timeout(timeout);
      const startedAt = performance.now();
      awake(1);
      try {
        const response = await fetch(nonceUrl(url, nonce), { ...FETCH, signal: AbortSignal.any([signal, deadline]) });
        const took = ms(performance.now() - startedAt);
        const read = await readBody(response, probe.most);
        // What another extension sent another way says nothing of the proxy.
        await heard(() => request.went, WAY_PATIENCE_MS);
        if (request.went !== "as-told") return { kind: "again" };
        return { kind: "answer", status: response.status, ...read, ...limitOf(response), took };
      } catch {
        if (request.unsent) return { kind: "again" };
        if (request.went === "astray") return { kind: "again" };
        if (request.login) return failed({ code: request.login });
        if (deadline.aborted) return { kind: "failed", error: { code: "timeout" } };
        if (signal.aborted) return { kind: "again" };
        const ended = await settled(request);
        return ended.went === "astray" ? { kind: "again" } : await reason(ended, url, () => knock(probe));
      } finally {
        awake(-1);
        own.end(nonce);
      }
    },
  };
}

async function reason(
  { error, via }: OwnRequest,
  url: string,
  knock: () => Promise<string | null>,
): Promise<ProbeResponse> {
  if (error === null) return failed({ code: "unknown" });
  const missing = await missingName(error, via, knock);
  if (missing) return failed({ code: missing, detail: error });
  const way = viaOfType(via.type, url);
  const meaning = errorOf(error, way);
  if (meaning) return isUnsure(error, via.type, way) ? { ...failed(meaning), unsure: true } : failed(meaning);
  // Given up, and not by us: the connection ended. A change of the network says nothing of the proxy.
  return error === "NS_ERROR_NETWORK_CHANGED" ? { kind: "again" } : failed({ code: "closed", detail: error });
}

const failed = (error: ProbeError) => ({ kind: "failed", error }) as const;

async function settled(request: OwnRequest): Promise<OwnRequest> {
  await heard(() => request.error, EVENT_PATIENCE_MS);
  return request;
}

/** Resolves when an event has told something, or when it does not come. */
async function heard(told: () => unknown, patienceMs: number): Promise<void> {
  for (let waited = 0; told() === null && waited < patienceMs; waited += EVENT_STEP_MS)
    await new Promise((resolve) => setTimeout(resolve, EVENT_STEP_MS));
}

/**
 * Firefox has one name for a SOCKS proxy that cannot reach the site, for one whose own name is not found and, where the
 * browser looks up the site's name, for that. For an HTTP proxy it has a name of its own for a missing name, so the same
 * proxy is spoken to as one.
 *
 * @param knock Firefox's error of a request that speaks to the proxy as an HTTP proxy; null: there was none in time
 * @returns whose name is not found; null: no name is missing, or the error is about something else
 */
async function missingName(
  error: string,
  { type, host, proxyDNS }: Via,
  knock: () => Promise<string | null>,
): Promise<"name_not_resolved" | "site_name_not_resolved" | null> {
  if (error !== "NS_ERROR_UNKNOWN_HOST" || !type.startsWith("socks")) return null;
  const named = !isIpv4(host) && !host.includes(":");
  if (named && (await knock()) === "NS_ERROR_UNKNOWN_PROXY_HOST") return "name_not_resolved";
  return proxyDNS ? null : "site_name_not_resolved";
}
