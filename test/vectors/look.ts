import { expect } from "vitest";
import type { View } from "../../src/balancer/view.ts";
import { type Check, number } from "./check.ts";
import type { GroupStage } from "./group-stage.ts";
import type { Expectation } from "./vector.ts";

export interface Scene {
  readonly stage: GroupStage;
  readonly entry: Expectation;
  /** For the network of this entry. */
  readonly view: View;
  readonly where: string;
}

export type Look = (value: unknown, scene: Scene) => void;

/** A key whose value is read by `check` and compared by `compare`. */
export const key =
  <T>(check: Check<T>, compare: (expected: T, scene: Scene) => void): Look =>
  (value, scene) =>
    compare(check(value, scene.where), scene);

/** A key that only narrows another one of the same entry. */
export const narrows =
  (check: Check<unknown>, ...others: string[]): Look =>
  (value, { entry, where }) => {
    check(value, where);
    if (!others.some((other) => other in entry)) throw new Error(`${where}: needs one of ${others}`);
  };

export const tag = (view: View, member: number): string => view.setup.members[member]?.tag ?? `no member ${member}`;
export const tags = (view: View, members: readonly number[]): string[] => members.map((member) => tag(view, member));
export const set = (values: readonly string[]): string[] => [...new Set(values)].sort();

export function ofMembers<T>(expected: Readonly<Record<string, T>>, scene: Scene, read: (member: number) => T): void {
  const actual = Object.keys(expected).map((name) => {
    const member = scene.view.setup.members.findIndex((one) => one.tag === name);
    if (member < 0) throw new Error(`${scene.where}: no member ${name}`);
    return [name, read(member)];
  });
  expect(Object.fromEntries(actual), scene.where).toEqual(expected);
}

/** The moment that a key with `_since` narrows to. */
export const since = ({ entry, where }: Scene, name: string): number =>
  entry[name] === undefined ? 0 : number(entry[name], where);

export type Looks = Readonly<Record<string, Look>>;
