import type { Request, Watcher } from "./simulator.ts";

const wanted = (requests: readonly Request[], what: Request["what"]): readonly Request[] =>
  requests.filter((one) => one.what === what && !one.aborted);

/** M15: never two tests of one outbound at once; and the core knows of every request that is under way, and of no other. */
export const oneTestEach: Watcher = ({ shell, lost }) => {
  if (lost) return;
  const tags = wanted(shell.requests, "attempt").map(({ tag }) => tag);
  const twice = tags.find((tag, place) => tags.indexOf(tag) !== place);
  if (twice !== undefined) shell.fail(`M15: two requests of ${twice} at once`);
  const { tests, lookups, ipv6Checks } = shell.state.monitoring;
  const known = Object.values(tests).flatMap(({ attempt }) => attempt?.id ?? []);
  same(known, wanted(shell.requests, "attempt"), "test requests");
  same(Object.keys(lookups).map(Number), wanted(shell.requests, "look-up"), "look-ups");
  same(Object.keys(ipv6Checks).map(Number), wanted(shell.requests, "ipv6"), "IPv6 checks");

  function same(ids: readonly number[], requests: readonly Request[], what: string): void {
    const open = new Set(requests.map(({ id }) => id));
    if (ids.length !== open.size || ids.some((id) => !open.has(id)))
      shell.fail(`the core knows ${what} ${ids.join(" ")}, under way are ${[...open].join(" ")}`);
  }
};

/** M6: the cycle never has more tests under way than workers; M3, M24: nor are there more look-ups, or IPv6 checks. */
export const workersAreEnough: Watcher = ({ shell }) => {
  const { tests, settings } = shell.state.monitoring;
  // By why each test runs, and not by what the core counts itself.
  const ofCycle = Object.values(tests).filter(({ cause }) => cause === "cycle").length;
  if (ofCycle > settings.workers) shell.fail(`M6: ${ofCycle} tests of the cycle with ${settings.workers} workers`);
  for (const what of ["look-up", "ipv6"] as const) {
    const underWay = wanted(shell.requests, what).length;
    if (underWay > settings.workers) shell.fail(`${underWay} of ${what} with ${settings.workers} workers`);
  }
};

/** M18: no request is waited for longer than the watch-dog allows, or the last mark of a test asked for. */
export const noneIsStuck: Watcher = ({ shell }) => {
  const { urlTestTimeout, onDemandTimeouts } = shell.state.monitoring.settings;
  const most = Math.max(3 * urlTestTimeout + 2_000, onDemandTimeouts.at(-1) ?? 0);
  for (const { tag, startedAt } of wanted(shell.requests, "attempt"))
    if (shell.at - startedAt > most + SLACK) shell.fail(`M18: a test of ${tag} runs for ${shell.at - startedAt} ms`);
};

/** A clock that is set back is noticed at the next sign of life. */
const SLACK = 31_000;
