import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import type { Behaviour, Fault, ProxyKind, Stage } from "../../lab/proxy/behaviour.ts";

/** What may be shown; several where a browser calls the same failure by either name, as the moment wills. */
type Shows = ProbeErrorCode | readonly ProbeErrorCode[];

/** A way in which a proxy fails, and what each browser shows of it. */
export interface FailureCase {
  readonly kind: ProxyKind;
  /** As in "a proxy that …". */
  readonly name: string;
  /** What is wrong with it; `stopped`: nothing listens. */
  readonly how: Partial<Behaviour> | "stopped";
  readonly chrome: readonly ProbeErrorCode[];
  readonly firefox: readonly ProbeErrorCode[];
  readonly status?: number;
}

const HTTP: readonly ProxyKind[] = ["http", "https"];
const SOCKS: readonly ProxyKind[] = ["socks4", "socks5"];
export const PROXY_KINDS: readonly ProxyKind[] = [...HTTP, ...SOCKS];
export const ACCOUNT = { username: "lab", password: "let-me-in" };

const list = (shows: Shows): readonly ProbeErrorCode[] => (typeof shows === "string" ? [shows] : shows);

function at(
  kinds: ProxyKind | readonly ProxyKind[],
  name: string,
  how: FailureCase["how"],
  chrome: Shows,
  firefox = chrome,
) {
  const all = typeof kinds === "string" ? [kinds] : kinds;
  return all.map((kind): FailureCase => ({ kind, name, how, chrome: list(chrome), firefox: list(firefox) }));
}

const fault = (one: Fault): Partial<Behaviour> => ({ fault: one });
const drop = (stage: Stage) => fault({ kind: "drop", at: stage });
const reset = (stage: Stage) => fault({ kind: "reset", at: stage });
const speaks = (as: ProxyKind) => fault({ kind: "speaks", as });

const STAGES: readonly Stage[] = ["accept", "connect", "tunnel", "headers"];
/** Of all that Firefox names, of those it hides behind a common name (400, 404, 500, 503), and of those it has none for (418, 522). */
const STATUSES = [400, 401, 402, 403, 404, 405, 408, 418, 429, 451, 500, 501, 502, 503, 504, 511, 522];

/** Every failure of every kind of proxy. */
export const FAILURES: readonly FailureCase[] = [
  ...at(PROXY_KINDS, "is stopped", "stopped", "refused"),
  ...STAGES.flatMap((stage) => at(PROXY_KINDS, `hangs at ${stage}`, fault({ kind: "hang", at: stage }), "timeout")),

  // Firefox has one name for a close and a reset. Chrome has one for all that keeps it from speaking with a proxy.
  ...at("http", "closes at accept", drop("accept"), ["closed", "reset"], "reset"),
  ...at("https", "closes at accept", drop("accept"), "proxy_tls", "reset"),
  ...at("socks4", "closes at accept", drop("accept"), ["closed", "reset"], ["reset", "socks_refused"]),
  ...at("socks5", "closes at accept", drop("accept"), ["socks_refused", "reset"], ["reset", "socks_refused"]),
  ...at(HTTP, "closes at connect", drop("connect"), "closed", "reset"),
  ...at("socks4", "closes at connect", drop("connect"), "closed", "socks_refused"),
  ...at("socks5", "closes at connect", drop("connect"), "socks_refused"),
  ...at(PROXY_KINDS, "closes at tunnel", drop("tunnel"), "closed", "reset"),
  ...at(PROXY_KINDS, "closes at headers", drop("headers"), ["closed", "reset"]),
  ...at("http", "resets at accept", reset("accept"), ["refused", "reset"], "reset"),
  ...at("https", "resets at accept", reset("accept"), ["refused", "proxy_tls"], ["reset", "closed"]),
  ...at(SOCKS, "resets at accept", reset("accept"), ["refused", "reset"], "reset"),
  ...at(["http", ...SOCKS], "resets at connect", reset("connect"), "reset"),
  ...at(["http", ...SOCKS], "resets at tunnel", reset("tunnel"), "reset"),
  ...at(["http", ...SOCKS], "resets at headers", reset("headers"), ["closed", "reset"]),

  ...at(HTTP, "answers with garbage", fault({ kind: "garbage" }), "unexpected_answer", "reset"),
  ...at(SOCKS, "answers with garbage", fault({ kind: "garbage" }), "socks_refused"),
  ...at(PROXY_KINDS, "answers with garbage in the tunnel", fault({ kind: "garbage", at: "tunnel" }), "tls"),
  ...at(PROXY_KINDS, "shows the sites' certificates as its own", fault({ kind: "intercept" }), "certificate"),
  ...at(PROXY_KINDS, "shows a page of its own", fault({ kind: "captive" }), "unexpected_answer"),

  ...at("http", "is an HTTPS proxy", speaks("https"), "closed", "reset"),
  ...at("http", "is a SOCKS4 proxy", speaks("socks4"), "closed", "reset"),
  ...at("http", "is a SOCKS5 proxy", speaks("socks5"), "closed", "reset"),
  ...at("https", "is an HTTP proxy", speaks("http"), "proxy_tls"),
  ...at("https", "is a SOCKS4 proxy", speaks("socks4"), "proxy_tls", "reset"),
  ...at("https", "is a SOCKS5 proxy", speaks("socks5"), "proxy_tls", "reset"),
  ...at(SOCKS, "is an HTTP proxy", speaks("http"), "socks_refused"),
  ...at("socks4", "is an HTTPS proxy", speaks("https"), "closed", "socks_refused"),
  // Three bytes are no beginning of TLS yet: the server waits for more.
  ...at("socks5", "is an HTTPS proxy", speaks("https"), "timeout"),
  ...at("socks4", "is a SOCKS5 proxy", speaks("socks5"), "closed", "socks_refused"),
  ...at("socks5", "is a SOCKS4 proxy", speaks("socks4"), "socks_refused"),

  ...at("https", "has a certificate signed by itself", { certificate: "bad" }, "proxy_certificate"),
  ...at("https", "has an expired certificate", { certificate: "expired" }, "proxy_certificate"),
  ...at("https", "has a certificate of another name", { certificate: "misnamed" }, "proxy_certificate"),

  ...at(HTTP, "wants an account", { account: ACCOUNT }, "login_required"),
  ...at(SOCKS, "wants an account", { account: ACCOUNT }, "socks_refused"),
  ...at(HTTP, "wants a login nobody has", fault({ kind: "challenge", scheme: "Strange" }), "login_unsupported"),

  ...STATUSES.flatMap((status) =>
    at(
      HTTP,
      `refuses with ${status}`,
      fault({ kind: "status", status }),
      status === 401 ? "login_required" : "tunnel_refused",
    ).map((one) => ({
      ...one,
      status,
    })),
  ),
  // Neither browser shows the status of a redirect that is not followed.
  ...at(HTTP, "refuses with a redirect", fault({ kind: "status", status: 302 }), "tunnel_refused"),
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((reply) =>
    at("socks5", `refuses with reply ${reply}`, fault({ kind: "status", status: 403, reply }), "socks_refused"),
  ),
  ...[91, 92, 93].flatMap((reply) =>
    at("socks4", `refuses with reply ${reply}`, fault({ kind: "status", status: 403, reply }), "socks_refused"),
  ),
];
