import { expect, test } from "vitest";
import { createLab } from "./lab.ts";
import { portsOf } from "./proxy/ports.ts";

test("workers that run side by side have no port in common, and enough each", () => {
  const ranges = Array.from({ length: 8 }, (_, worker) => portsOf(worker)).sort(([a], [b]) => a - b);
  for (const [at, [first, end]] of ranges.entries()) {
    expect(first).toBeGreaterThanOrEqual(ranges[at - 1]?.[1] ?? 0);
    expect(end - first).toBeGreaterThan(1_000);
  }
});

test("a proxy's port is one of its worker's", async () => {
  const [first, end] = portsOf(Number(process.env.VITEST_POOL_ID));
  const lab = await createLab({ proxies: [{ name: "p", kind: "http", exit: 1 }] });
  expect(lab.proxy("p").port).toBeGreaterThanOrEqual(first);
  expect(lab.proxy("p").port).toBeLessThan(end);
  await lab.close();
});
