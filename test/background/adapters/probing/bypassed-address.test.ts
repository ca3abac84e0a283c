import { expect, test } from "vitest";
import { refusingBypassed } from "../../../../background/adapters/probing/bypassed-address.ts";
import type { ProbeRequest, Prober } from "../../../../background/ports/prober.ts";
import { ms } from "../../../../src/model/units.ts";

const sent: string[] = [];
const inner: Prober = {
  async send({ url }) {
    sent.push(url);
    return { kind: "answer", status: 204, body: "", took: ms(1) };
  },
};
const prober = refusingBypassed(inner, ({ host, port }) => host === "past.test" && port === 443);
const send = (more: Partial<ProbeRequest>) =>
  prober.send({ tag: "a", url: "https://past.test/x", timeout: ms(1), signal: new AbortController().signal, ...more });

test.each<[string, Partial<ProbeRequest>, object, number]>([
  ["a test there", {}, { kind: "failed", error: { code: "site_bypassed" } }, 0],
  ["a download there", { most: 9 }, { kind: "failed", error: { code: "site_bypassed" } }, 0],
  ["what nobody is told the failure of", { unexplained: true }, { kind: "again" }, 0],
  ["a test elsewhere", { url: "https://other.test/" }, { kind: "answer" }, 1],
  ["a test at another port", { url: "http://past.test/" }, { kind: "answer" }, 1],
  ["a download that is to go directly", { tag: "direct", most: 9 }, { kind: "answer" }, 1],
])("M1 · nothing is sent through a proxy to where the browser goes past it: %s", async (_, more, came, count) => {
  sent.length = 0;
  expect(await send(more)).toMatchObject(came);
  expect(sent).toHaveLength(count);
});
