import { expect } from "vitest";
import { type Check, number } from "./check.ts";
import type { MonitoringStage } from "./run-monitoring-stage.ts";
import type { Expectation } from "./vector.ts";

export interface MonitoringScene {
  readonly stage: MonitoringStage;
  readonly entry: Expectation;
  readonly where: string;
}

export type MonitoringLook = (value: unknown, scene: MonitoringScene) => void;
export type MonitoringLooks = Readonly<Record<string, MonitoringLook>>;

/** A key whose value is read by `check` and must be equal to what is seen. */
export const equal =
  <T>(check: Check<T>, see: (scene: MonitoringScene) => T): MonitoringLook =>
  (value, scene) =>
    expect(see(scene), scene.where).toEqual(check(value, scene.where));

/** The same for a set: the order does not matter. */
export const equalSet =
  (check: Check<string[]>, see: (scene: MonitoringScene) => readonly string[]): MonitoringLook =>
  (value, scene) =>
    expect(sorted(see(scene)), scene.where).toEqual(sorted(check(value, scene.where)));

const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

/** A map from outbounds, checked only for those it names. */
export const ofOutbounds = <T>(check: Check<Record<string, T>>, see: (scene: MonitoringScene, tag: string) => T) =>
  ofTags(check, ({ stage }, tag) => stage.model.proxyOf.has(tag), see);

/** A map from groups, checked only for those it names. */
export const ofGroups = <T>(check: Check<Record<string, T>>, see: (scene: MonitoringScene, tag: string) => T) =>
  ofTags(check, ({ stage }, tag) => stage.model.groupOf.has(tag), see);

function ofTags<T>(
  check: Check<Record<string, T>>,
  exists: (scene: MonitoringScene, tag: string) => boolean,
  see: (scene: MonitoringScene, tag: string) => T,
): MonitoringLook {
  return (value, scene) => {
    const expected = check(value, scene.where);
    for (const tag of Object.keys(expected)) if (!exists(scene, tag)) throw new Error(`${scene.where}: no ${tag}`);
    const seen = Object.keys(expected).map((tag) => [tag, see(scene, tag)]);
    expect(Object.fromEntries(seen), scene.where).toEqual(expected);
  };
}

/** A key that only narrows others of the same entry. */
export const narrowing =
  (...others: readonly string[]): MonitoringLook =>
  (value, { entry, where }) => {
    number(value, where);
    if (!others.some((other) => other in entry)) throw new Error(`${where}: needs one of ${others}`);
  };

/** What happened at the time of the narrowing key or later. */
export function from<T extends { readonly at: number }>(
  things: readonly T[],
  { entry, where }: MonitoringScene,
  name: string,
): readonly T[] {
  const since = entry[name] === undefined ? 0 : number(entry[name], where);
  return things.filter(({ at }) => at >= since);
}
