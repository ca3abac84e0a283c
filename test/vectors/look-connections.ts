import { expect } from "vitest";
import { siteKey } from "../../src/decision/site-key.ts";
import { list, map, number, text } from "./check.ts";
import { type Connection, destination } from "./group-connections.ts";
import { key, type Looks, narrows, ofMembers, type Scene, set, since, tag } from "./look.ts";

function connection({ stage, where }: Scene, name: string): Connection {
  const found = stage.connections.find((one) => one.name === name);
  if (!found) throw new Error(`${where}: no connection ${name}`);
  return found;
}

const placed = ({ stage }: Scene, member: string, from: number): number =>
  stage.connections.filter((one) => one.member === member && one.at >= from).length;

const keyOf = (dest: string): string => siteKey(destination(dest).host);

/** What a vector may expect of connections. */
export const CONNECTION_LOOKS: Looks = {
  counts: key(map(number), (expected, scene) =>
    ofMembers(expected, scene, (member) => placed(scene, tag(scene.view, member), since(scene, "counts_since"))),
  ),
  counts_since: narrows(number, "counts"),
  cyclic_order: key(list(text), (expected, { stage, where }) => {
    const order = stage.connections.map(({ member }) => member);
    const first = Math.max(0, expected.indexOf(order[0] ?? ""));
    expect(order, where).toEqual(order.map((_, i) => expected[(first + i) % expected.length]));
  }),
  members_used: key(list(text), (expected, { stage, where }) =>
    expect(set(stage.connections.map(({ member }) => member)), where).toEqual(set(expected)),
  ),
  member_of: key(map(text), (expected, scene) => {
    const actual = Object.keys(expected).map((name) => [name, connection(scene, name).member]);
    expect(Object.fromEntries(actual), scene.where).toEqual(expected);
  }),
  member_one_of: key(map(list(text)), (expected, scene) => {
    for (const [name, some] of Object.entries(expected)) {
      expect(some, `${scene.where} ${name}`).toContain(connection(scene, name).member);
    }
  }),
  same_member: key(list(text), (expected, scene) => {
    expect(set(expected.map((name) => connection(scene, name).member)), scene.where).toHaveLength(1);
  }),
  closed: key(list(text), (expected, { stage, where }) => {
    const closed = stage.connections.filter((one) => one.state === "closed" && one.name !== null);
    expect(set(closed.map(({ name }) => name ?? "")), where).toEqual(set(expected));
  }),
  open: key(list(text), (expected, scene) => {
    for (const name of expected) expect(connection(scene, name).state, `${scene.where} ${name}`).toBe("open");
  }),
  dials: key(map(list(text)), (expected, scene) => {
    for (const [name, members] of Object.entries(expected)) {
      expect(connection(scene, name).dials, `${scene.where} ${name}`).toEqual(members);
    }
  }),
  connection_error: key(text, (expected, scene) =>
    expect(connection(scene, expected).state, scene.where).toBe("failed"),
  ),
  key_of: key(text, (expected, { entry, where }) => expect(keyOf(expected), where).toBe(text(entry.key, where))),
  key: narrows(text, "key_of"),
  same_key: key(list(text), (expected, { where }) => expect(set(expected.map(keyOf)), where).toHaveLength(1)),
  different_key: key(list(text), (expected, { where }) =>
    expect(set(expected.map(keyOf)), where).toHaveLength(expected.length),
  ),
};
