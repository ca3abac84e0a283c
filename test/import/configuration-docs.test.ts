import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeDuration } from "../../src/config/duration.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { MONITORING_DEFAULTS } from "../../src/config/read-monitoring.ts";
import { STICKY_PARTS, STRATEGIES } from "../../src/model/outbound.ts";

const DOCS = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");

/** First and second cell of the row that begins with a field's name. */
const unset = (field: string) => new RegExp(`^\\| \`${field}\` +\\| (.*?) +\\|`, "m").exec(DOCS)?.[1];

test("the example of the reference is a good configuration without a remark", () => {
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(DOCS) ?? [];
  const parsed = parseConfig(example);
  expect(parsed.ok && parsed.value.notes).toEqual([]);
});

test("the reference gives the defaults of the monitoring as they are", () => {
  const { interval, urls, workers, urlTestTimeout, onDemandTimeouts, idleTimeout, debounceWindow } =
    MONITORING_DEFAULTS;
  const list = (texts: readonly string[]) => `\`${JSON.stringify(texts).replaceAll(",", ", ")}\``;
  const duration = (value: typeof interval) => `\`"${writeDuration(value)}"\``;
  expect(unset("interval")).toBe(duration(interval));
  expect(unset("urls")).toBe(list(urls));
  expect(unset("workers")).toBe(String(workers));
  expect(unset("url_test_timeout")).toBe(duration(urlTestTimeout));
  expect(unset("on_demand_timeouts")).toBe(list(onDemandTimeouts.map(writeDuration)));
  expect(unset("idle_timeout")).toBe(duration(idleTimeout));
  expect(unset("debounce_window")).toBe(duration(debounceWindow));
});

test("the reference names every strategy and every part of sticky_hash", () => {
  for (const word of [...STRATEGIES, ...STICKY_PARTS]) expect(DOCS).toMatch(new RegExp(`^\\| \`${word}\` +\\|`, "m"));
});
