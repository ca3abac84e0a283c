import { chance, oneOf, type Random, within } from "./random.ts";
import type { Simulator } from "./simulator.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * What happens in these days besides time: their nights are idle.
 *
 * @param unrest how often something happens, out of each time that a connection is opened
 */
export function liveThrough(shell: Simulator, days: number, unrest: number, random: Random): void {
  shell.input({ kind: "start" });
  while (shell.at < days * DAY) {
    shell.until(shell.at + within(random, SECOND, 4 * MINUTE));
    if (chance(random, unrest)) oneOf(random, HAPPENINGS)(shell, random);
    if (isDay(shell.at)) shell.input({ kind: "traffic" });
    else shell.until(shell.at + within(random, MINUTE, HOUR));
  }
  // Everybody is gone: what was begun comes to an end.
  shell.until(shell.at + HOUR);
}

const isDay = (at: number): boolean => at % DAY < 15 * HOUR;

const tagOf = ({ state }: Simulator, random: Random): string => oneOf(random, state.monitoring.outbounds).tag;

const HAPPENINGS: readonly ((shell: Simulator, random: Random) => void)[] = [
  (shell) => shell.die(),
  (shell) => shell.die(),
  (shell) => shell.dieBeforeEffects(),
  (shell, random) => shell.input({ kind: "connection-failed", tag: tagOf(shell, random) }),
  (shell, random) => shell.input({ kind: "ask", tags: [tagOf(shell, random), tagOf(shell, random)] }),
  (shell) => shell.input({ kind: "ask", tags: shell.state.monitoring.outbounds.slice(0, 20).map(({ tag }) => tag) }),
  // A person, and the user's connections, come in the middle of a cycle.
  (shell, random) => {
    shell.input({ kind: "run-cycle" });
    shell.until(shell.at + within(random, 0, 100));
    shell.input({ kind: "ask", tags: shell.state.monitoring.outbounds.slice(0, 20).map(({ tag }) => tag) });
    shell.input({ kind: "connection-failed", tag: tagOf(shell, random) });
  },
  (shell) => shell.input({ kind: "stop-asked" }),
  (shell) => shell.breakNetwork({ kind: "network-changed" }),
  (shell, random) => {
    shell.breakNetwork({ kind: "online", online: false });
    shell.until(shell.at + within(random, SECOND, 30 * MINUTE));
    shell.input({ kind: "online", online: true });
  },
  (shell, random) => {
    const tag = tagOf(shell, random);
    shell.input({ kind: "ready", tag, ready: false });
    shell.until(shell.at + within(random, SECOND, 2 * MINUTE));
    shell.input({ kind: "ready", tag, ready: true });
  },
  (shell, random) => {
    const select = shell.model.groups.find(({ kind }) => kind === "selector");
    if (select) shell.input({ kind: "pick", group: select.tag, member: oneOf(random, select.members) });
  },
  // It sleeps.
  (shell, random) => shell.jump(within(random, MINUTE, 3 * HOUR)),
  // Its clock is set.
  (shell, random) => shell.jump(-within(random, SECOND, 5 * HOUR)),
];
