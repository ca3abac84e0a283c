import { expect, test } from "vitest";
import { refusalReason } from "../../../../../background/adapters/chrome/probing/refusal-reason.ts";
import type { ProbeResponse } from "../../../../../background/ports/prober.ts";
import { ms } from "../../../../../src/model/units.ts";
import type { Answer } from "../../../../../src/pac/answer.ts";

const refused = { code: "refused", detail: "net::ERR_PROXY_CONNECTION_FAILED" } as const;
const failed = (code: "refused" | "socks_refused" | "timeout"): ProbeResponse => ({ kind: "failed", error: { code } });

/** @param heard what a knock meets; null: there must be none */
async function reason(
  answer: { found: boolean; secure: boolean } | null,
  heard: ProbeResponse | null,
): Promise<string> {
  const told: Answer | null = answer && { context: "c", kind: "name", ...answer };
  const knock = async (): Promise<ProbeResponse> => {
    if (!heard) throw new Error("knocked");
    return heard;
  };
  return (await refusalReason(refused, 3, { ask: async () => told }, knock)).code;
}

const HTTP = { found: true, secure: false };
const HTTPS = { found: true, secure: true };

test.each([
  ["a name that is not found", { found: false, secure: true }, null, "name_not_resolved"],
  ["a proxy without TLS", HTTP, null, "refused"],
  ["a program that does not answer", null, null, "refused"],
  ["a closed door", HTTPS, failed("refused"), "refused"],
  ["a knock of which nothing can be said", HTTPS, { kind: "again" as const }, "refused"],
  ["somebody who does not speak SOCKS", HTTPS, failed("socks_refused"), "proxy_tls"],
  ["somebody who waits for more", HTTPS, failed("timeout"), "proxy_tls"],
  ["a SOCKS proxy", HTTPS, { kind: "answer" as const, status: 204, body: "", took: ms(1) }, "proxy_tls"],
] as const)("M21 · Chrome's one error is told apart: %s", async (_, answer, heard, code) => {
  expect(await reason(answer, heard)).toBe(code);
});
