import { expect, test } from "vitest";
import type { ExitIp } from "../../src/model/exit-ip.ts";
import { mergeExit } from "../../src/monitoring/merge-exit.ts";

const KNOWN: ExitIp = { ip: "203.0.113.20", country: "DE", org: "Old Org" };

test.each<[string, ExitIp | null, ExitIp, ExitIp]>([
  ["the same address", KNOWN, { ip: KNOWN.ip, city: "Berlin" }, { ...KNOWN, city: "Berlin" }],
  ["the same address, another field", KNOWN, { ip: KNOWN.ip, org: "New Org" }, { ...KNOWN, org: "New Org" }],
  ["another address", KNOWN, { ip: "203.0.113.21" }, { ip: "203.0.113.21" }],
  ["nothing known", null, { ip: "203.0.113.21", asn: 1 }, { ip: "203.0.113.21", asn: 1 }],
])(
  "IP3 · missing fields come from the known record only when the address is the same: %s",
  (_, known, fresh, merged) => {
    const before = JSON.stringify([known, fresh]);
    expect(mergeExit(known, fresh)).toEqual(merged);
    expect(JSON.stringify([known, fresh])).toBe(before);
  },
);
