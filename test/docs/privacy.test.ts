import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MONITORING_DEFAULTS } from "../../src/config/read-monitoring.ts";
import { LAST_RESORTS, SERVICES } from "../../src/monitoring/ip-services/services.ts";

const TOLD = readFileSync(new URL("../../docs/privacy.md", import.meta.url), "utf8");

test("every address that is asked without a person's doing stands in docs/privacy.md, and no service that is not asked", () => {
  const asked = [...SERVICES, ...LAST_RESORTS].map(({ url }) => url);
  for (const url of [...asked, ...MONITORING_DEFAULTS.urls, MONITORING_DEFAULTS.ipv6Url])
    expect(TOLD).toContain(`\`${url}\``);
  const table = /## The services([\s\S]*?)\n## /.exec(TOLD)?.[1] ?? "";
  const told = [...table.matchAll(/\| `(\S+)`/g)].map(([, url]) => url);
  expect(told.sort()).toEqual([...new Set(asked)].sort());
});
