import { deadlineOf } from "../../../src/engine/engine.ts";
import type { Watcher } from "./simulator.ts";

/** What is due has happened: a deadline that stays behind would wake the background again and again, without end. */
export const deadlinesAreMet: Watcher = ({ state, shell }) => {
  const at = deadlineOf(state);
  if (at !== null && at <= shell.now) shell.fail(`a deadline ${shell.now - at} ms ago is still to come`);
};
