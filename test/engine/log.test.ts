import { expect, test } from "vitest";
import { checkConfig } from "../../src/config/parse-config.ts";
import { createEngine, stepEngine } from "../../src/engine/engine.ts";
import { modelOf } from "../../src/engine/model.ts";
import { instant } from "../../src/model/units.ts";

const proxy = (tag: string, port: number) => ({
  type: "http",
  tag,
  server: "192.0.2.1",
  server_port: port,
  username: "anna",
  password: "hush",
});
const { config } = checkConfig({
  outbounds: [
    proxy("a", 1001),
    proxy("b", 1002),
    { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" },
  ],
});
const model = modelOf(config);

/** The lines of the log of a run in which a answers, b is asked for and fails. */
function linesOfARun(): readonly string[] {
  const lines: string[] = [];
  let state = createEngine(model, { results: {}, exits: {} }, {}, 1);
  const step = (input: Parameters<typeof stepEngine>[2], at: number): void => {
    const stepped = stepEngine(model, state, input, instant(at));
    state = stepped.state;
    lines.push(...stepped.effects.flatMap((effect) => (effect.kind === "log" ? [effect.line] : [])));
  };
  const idOf = (tag: string): number => state.monitoring.tests[tag]?.attempt?.id ?? 0;
  step({ kind: "start" }, 0);
  step({ kind: "attempt-ended", id: idOf("a"), outcome: { kind: "delay", delay: 70 } }, 70);
  step({ kind: "ask", tags: ["b"] }, 100);
  step({ kind: "timer" }, 1100);
  const failed = { kind: "failed", error: { code: "tunnel_refused", status: 403 } } as const;
  step({ kind: "attempt-ended", id: idOf("b"), outcome: failed }, 1200);
  step({ kind: "connection-failed", tag: "b" }, 9000);
  step({ kind: "attempt-ended", id: idOf("b"), outcome: failed }, 9100);
  step({ kind: "connection-silent", tag: "b" }, 20_000);
  step({ kind: "attempt-ended", id: idOf("b"), outcome: failed }, 20_100);
  step({ kind: "connection-doubtful", tag: "b" }, 30_000);
  return lines;
}

const lines = linesOfARun();

test("M25 · every line begins with MONITORING or LOWEST, and tells no account", () => {
  for (const line of lines) expect(line).toMatch(/^(MONITORING|LOWEST) \S/);
  expect(lines.join("\n")).not.toMatch(/anna|hush/);
});

test.each([
  ["why a test runs", /^MONITORING test a: a group leads to it$/],
  ["that a cycle begins, and of what size", /^MONITORING cycle: first, 2 to test$/],
  ["that a test asked for joins another", /^MONITORING test b: asked for, joins/],
  ["the stages of a test asked for", /^MONITORING test b: no answer at the mark/],
  ["a delay", /^MONITORING result a: 70 ms$/],
  ["a failure with its error", /^MONITORING result b: failed, tunnel_refused 403$/],
  ["which event caused a test", /^MONITORING test b: a connection through it failed$/],
  ["that a login may be its own", /^MONITORING test b: a page was asked for a login, by its site or by the proxy$/],
  ["that silence caused one", /^MONITORING test b: a connection through it has no answer$/],
  ["what a lowest-delay group decides, over which fastest one, and why", /^LOWEST g: .* a \(70 ms\).*fastest: .*; .+/],
])("M25 · the log says %s", (_, line) => {
  expect(lines.filter((one) => line.test(one))).not.toEqual([]);
});
