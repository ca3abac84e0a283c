import type { Seen, Simulator, Watcher } from "./simulator.ts";

/** No result is lost: every test that ends has one, saved once, or says that nothing was measured; none is written twice. */
export function resultsAreKept(): Watcher {
  /** What a background had no time to save before it died: the next one does. */
  let owed: readonly string[] = [];
  return (seen) => {
    const ended = endedIn(seen);
    const saves = savesIn(seen);
    for (const tag of ended) hasOneOutcome(seen, tag);
    const { lost, shell, input } = seen;
    if (lost) {
      owed = [...owed, ...saves];
      return;
    }
    if (input.kind !== "woken") for (const tag of saves) isSavedOnce(seen, ended, tag);
    for (const tag of [...owed, ...ended, ...saves]) isAsKnown(shell, tag);
    owed = [];
  };
}

const savesIn = ({ effects }: Seen): readonly string[] =>
  effects.flatMap((effect) => (effect.kind === "save" ? [effect.tag] : []));

/** The tests of before that are none of those that run now. */
function endedIn({ before, state }: Seen): readonly string[] {
  const { tests } = state.monitoring;
  return Object.entries(before.monitoring.tests).flatMap(([tag, was]) => {
    const is = tests[tag];
    const isAnother = is?.attempt && is.attempts <= was.attempts && is.attempt.id !== was.attempt?.id;
    return !is || isAnother ? [tag] : [];
  });
}

function hasOneOutcome({ effects, shell }: Seen, tag: string): void {
  const nothing = [`result ${tag}: nothing was measured`, `test ${tag}: stopped`].map((line) => `MONITORING ${line}`);
  const results = effects.filter(
    (one) => one.kind === "save" && one.tag === tag && one.result?.endedAt === shell.now,
  ).length;
  const said = effects.filter((one) => one.kind === "log" && nothing.includes(one.line)).length;
  if (results + said !== 1) shell.fail(`a test of ${tag} ended with ${results} results, ${said} times without one`);
}

function isSavedOnce(seen: Seen, ended: readonly string[], tag: string): void {
  const { input, before, shell } = seen;
  const found = input.kind === "lookup-ended" && input.outcome.kind === "found";
  const lookUps = found && before.monitoring.lookups[input.id]?.tag === tag ? 1 : 0;
  const tests = ended.filter((one) => one === tag).length;
  const saves = savesIn(seen).filter((one) => one === tag).length;
  if (saves > tests + lookUps) shell.fail(`${tag} was saved ${saves} times for ${tests} tests and ${lookUps} look-ups`);
}

function isAsKnown(shell: Simulator, tag: string): void {
  const { results, exits } = shell.state.monitoring;
  const known = JSON.stringify({ result: results[tag] ?? null, exit: exits[tag] ?? null });
  const saved = JSON.stringify(shell.kept.get(tag));
  if (saved !== known) shell.fail(`saved of ${tag} is ${saved}, known is ${known}`);
}

/** M22: every result reaches the groups, by the end of its debounce window at the latest. */
export function resultsReachGroups(): Watcher {
  const waiting = new Map<string, number>();
  return (seen) => {
    const { state, shell } = seen;
    for (const tag of endedIn(seen)) waiting.set(tag, waiting.get(tag) ?? shell.at);
    for (const [tag, since] of waiting) {
      const late = shell.model.groups.find(({ tag: group, members }) => {
        const known = state.groups[group]?.known[members.indexOf(tag)];
        return known !== undefined && known?.endedAt !== state.monitoring.results[tag]?.endedAt;
      });
      const waits = shell.at - since;
      if (!late) waiting.delete(tag);
      else if (waits > state.monitoring.settings.debounceWindow + SLACK)
        shell.fail(`M22: the result of ${tag} has not reached ${late.tag} after ${waits} ms`);
    }
  };
}

/** A clock that is set back, or a background that is stopped, is back at the next sign of life. */
const SLACK = 31_000;
