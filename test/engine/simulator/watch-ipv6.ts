import type { Watcher } from "./simulator.ts";

/** M24: what was learnt of an outbound in this run stays, it is not asked again, and where it works it is asked. */
export const ipv6IsLearntOnce: Watcher = ({ before, state, effects, shell }) => {
  const { ipv6 } = before.monitoring;
  for (const effect of effects)
    if (effect.kind === "check-ipv6" && ipv6[effect.tag] !== undefined) shell.fail(`M24: ${effect.tag} is asked again`);
  for (const [tag, carries] of Object.entries(ipv6))
    if (state.monitoring.ipv6[tag] !== carries) shell.fail(`M24: what was learnt of ${tag} is gone`);
};
