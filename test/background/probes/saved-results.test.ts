import { expect, test } from "vitest";
import { instant } from "../../../src/model/units.ts";
import { MortalBackground } from "../support/mortal-background.ts";

const CONFIG = JSON.stringify({ outbounds: [{ type: "http", tag: "a", server: "192.0.2.1", server_port: 1001 }] });
const saved = (tag: string) => ({
  tag,
  endpoint: "http://192.0.2.1:1001",
  result: { kind: "delay", delay: 70, cached: false, stampedAt: instant(1), endedAt: instant(2) } as const,
  exit: null,
});

test("M20 · a new run takes what is saved of its proxies, and drops what is left of others", async () => {
  const background = new MortalBackground(CONFIG, { a: { after: 60_000, worksUntil: Number.POSITIVE_INFINITY } }, null);
  for (const tag of ["a", "gone"]) background.saved.set(tag, saved(tag));
  await background.traffic();
  expect(background.controller?.core?.state.monitoring.results.a).toMatchObject({ delay: 70, cached: true });
  expect([...background.saved.keys()]).toEqual(["a"]);
});
