import { describe, expect, test } from "vitest";
import { withTunnelReason } from "../../../../background/adapters/probing/tunnel-reason.ts";
import type { ProbeRequest, ProbeResponse } from "../../../../background/ports/prober.ts";
import type { ProbeError, ProbeErrorCode } from "../../../../src/model/probe-error.ts";
import { ms } from "../../../../src/model/units.ts";

const failed = (code: ProbeErrorCode, more: Partial<ProbeError> = {}): ProbeResponse => ({
  kind: "failed",
  error: { code, ...more },
});
const unsure = (code: ProbeErrorCode): ProbeResponse => ({ kind: "failed", error: { code }, unsure: true });
const answer = (status: number): ProbeResponse => ({ kind: "answer", status, body: "", took: ms(1) });

interface How {
  readonly url?: string;
  readonly tookMs?: number;
  readonly more?: Partial<ProbeRequest>;
}

/** What comes of a test that fails so over https, when http ends so. */
async function shown(
  https: ProbeResponse,
  http: ProbeResponse,
  { url = "https://t.test/generate_204", tookMs = 100, more = {} }: How = {},
) {
  const sent: ProbeRequest[] = [];
  let now = 0;
  const prober = withTunnelReason(
    {
      async send(request) {
        sent.push(request);
        now += tookMs;
        return sent.length === 1 ? https : http;
      },
    },
    () => now,
  );
  const { signal } = new AbortController();
  const response = await prober.send({ tag: "a", url, timeout: ms(1_000), signal, ...more });
  return { response, sent: sent.map(({ url, timeout }) => [url, timeout] as const) };
}

describe("M21 · a failure that may have several causes is told apart over http", () => {
  test.each<[string, ProbeResponse, ProbeResponse, object]>([
    ["the status of a refused tunnel", failed("tunnel_refused"), answer(503), { code: "tunnel_refused", status: 503 }],
    ["a status the browser has no name for", unsure("refused"), answer(418), { code: "tunnel_refused", status: 418 }],
    ["a proxy that refuses tunnels only", unsure("refused"), answer(204), { code: "tunnel_refused" }],
    ["a redirect", failed("tunnel_refused"), answer(0), { code: "tunnel_refused" }],
    ["a login", failed("tunnel_refused"), answer(407), { code: "login_required", status: 407 }],
    ["a login by 401", failed("tunnel_refused"), answer(401), { code: "login_required", status: 401 }],
    ["an account that was not taken", failed("tunnel_refused"), failed("login_wrong"), { code: "login_wrong" }],
    ["a login that nobody has", unsure("refused"), failed("login_unsupported"), { code: "login_unsupported" }],
    ["a page of the proxy's own", failed("tunnel_refused"), answer(200), { code: "unexpected_answer" }],
    ["nothing that listens", unsure("refused"), failed("refused"), { code: "refused" }],
    ["a name that is not found", unsure("tunnel_refused"), failed("name_not_resolved"), { code: "name_not_resolved" }],
    ["the proxy's certificate", unsure("certificate"), failed("proxy_certificate"), { code: "proxy_certificate" }],
    ["the proxy's TLS", unsure("tls"), failed("proxy_tls"), { code: "proxy_tls" }],
    ["the site's certificate", unsure("certificate"), answer(204), { code: "certificate" }],
    ["the site's certificate, and a status", unsure("certificate"), answer(502), { code: "certificate" }],
    ["the site's TLS, and a hang", unsure("tls"), failed("timeout"), { code: "tls" }],
    ["nothing that can be said", failed("tunnel_refused"), { kind: "again" }, { code: "tunnel_refused" }],
  ])("%s", async (_, https, http, error) => {
    const { response, sent } = await shown(https, http);
    expect(response).toEqual({ kind: "failed", error });
    expect(sent).toEqual([
      ["https://t.test/generate_204", 1_000],
      ["http://t.test/generate_204", 900],
    ]);
  });
});

test.each<[string, ProbeResponse, How]>([
  ["an answer", answer(204), {}],
  ["a status that is known", failed("tunnel_refused", { status: 403 }), {}],
  ["a reason that is certain", failed("refused"), {}],
  ["a test over http", failed("tunnel_refused"), { url: "http://t.test/generate_204" }],
  ["a download, whose address may be a secret", failed("tunnel_refused"), { more: { most: 1_000 } }],
  ["a look-up, whose reason nobody needs", failed("tunnel_refused"), { more: { unexplained: true } }],
  [
    "an address with a query, which may be a key",
    failed("tunnel_refused"),
    { url: "https://t.test/generate_204?key=7355608" },
  ],
  ["no time that is left", failed("tunnel_refused"), { tookMs: 1_000 }],
])("behind %s nothing more is sent", async (_, first, how) => {
  const { response, sent } = await shown(first, answer(503), how);
  expect(response).toEqual(first);
  expect(sent).toHaveLength(1);
});
