import type { Tag } from "../../../../src/model/outbound.ts";
import { BACK_WITHIN_MS, type Cause, type FailedPage, FORBIDDEN, IN_FORCE_MS } from "./judge.ts";
import type { ChaosRun, Outage, PageLoad } from "./record.ts";
import { type Truth, truthOf } from "./truth.ts";

/** Pages in a row fail for the same reason: what was so is not said again within this time. */
const SAID_FOR_MS = 10_000;

/** Pages that must not have failed, and what was so when they began; a person finds the cause with it. */
export function timeLines(run: ChaosRun, failed: readonly FailedPage[]): readonly string[] {
  const truth = truthOf(run);
  const forbidden = failed.filter(({ cause }) => FORBIDDEN.includes(cause.kind));
  let said = { kind: "", at: Number.NEGATIVE_INFINITY };
  return forbidden.flatMap(({ page, cause }) => {
    const at = page.beganAt;
    if (said.kind === cause.kind && at - said.at < SAID_FOR_MS) return [pageLine(run, page, cause)];
    said = { kind: cause.kind, at };
    const around = [...members(run, truth, at), ...testsAround(run, at)];
    return [pageLine(run, page, cause), ...around.map((text) => `           ${text}`)];
  });
}

function pageLine(run: ChaosRun, { tab, id, url, beganAt, endedAt, failure }: PageLoad, cause: Cause): string {
  const via = run.carriedBy[id];
  const reached = via === undefined ? "" : `; its site was reached by ${via}`;
  const lasted = `${((endedAt - beganAt) / 1_000).toFixed(1)} s`;
  return `${clock(run, beganAt)} tab ${tab}, ${url}: ${failure} after ${lasted}${reached}; ${words(run, cause)}`;
}

/** Seconds since the beginning of the run. */
const clock = ({ beganAt }: ChaosRun, at: number): string => `${((at - beganAt) / 1_000).toFixed(1).padStart(7)} s`;

function words(run: ChaosRun, cause: Cause): string {
  switch (cause.kind) {
    case "fresh-death":
      return `by the fresh death of ${named(run, cause.outage)}`;
    case "repeated-death":
      return `a page of this tab had failed by the death of ${named(run, cause.outage)} already`;
    case "nobody-there":
      return "nobody was there";
    case "just-back":
      return "all counted as dead, and none had been back for 10 s";
    case "late-return":
      return "all counted as dead, though one had been back for 10 s";
    case "unexplained":
      return "some member was there and counted as alive";
  }
}

const named = (run: ChaosRun, { tag, kind, downAt }: Outage): string =>
  `${tag} (${kind}, ${clock(run, downAt).trim()})`;

/** Who was there and who was away, and what each counted as. */
function members(run: ChaosRun, truth: Truth, at: number): readonly string[] {
  const counted = (tag: Tag): string => (truth.countsAsAlive(tag, at - IN_FORCE_MS) ? "alive" : "dead");
  const there = run.members.flatMap((tag) => {
    const since = truth.upSince(tag, at);
    if (since === null) return [];
    const back = Number.isFinite(since) ? `back ${clock(run, since).trim()}` : "never away";
    return [`${tag} ${counted(tag)} (${back}${at - since < BACK_WITHIN_MS ? ", young" : ""})`];
  });
  const away = run.members.flatMap((tag) => {
    const outage = truth.outageAt(tag, at);
    if (!outage) return [];
    const found = truth.foundAt(outage);
    const known = found === null ? "never found" : `found ${clock(run, found).trim()}`;
    return [`${tag} ${counted(tag)} (${outage.kind} ${clock(run, outage.downAt).trim()}, ${known})`];
  });
  return [`there, and counting as: ${there.join(", ") || "nobody"}`, `away: ${away.join(", ") || "nobody"}`];
}

const BEFORE_MS = 15_000;
const AFTER_MS = 5_000;

function testsAround(run: ChaosRun, at: number): readonly string[] {
  const near = Object.entries(run.tests).flatMap(([tag, tests]) =>
    tests
      .filter((test) => test.at >= at - BEFORE_MS && test.at <= at + AFTER_MS)
      .map((test) => ({ at: test.at, text: `${tag} ${"delay" in test ? `${test.delay} ms` : test.error}` })),
  );
  const inOrder = near.sort((a, b) => a.at - b.at).map((test) => `${clock(run, test.at).trim()} ${test.text}`);
  return [`tests from 15 s before to 5 s after: ${inOrder.join(", ") || "none"}`];
}
