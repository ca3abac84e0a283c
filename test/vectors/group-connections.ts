import type { GroupEffect } from "../../src/balancer/contract.ts";
import type { Flow } from "../../src/decision/flow.ts";
import { flag, number, object, oneOf, text } from "./check.ts";

/** A connection of the story: to the group it is placed once and stays open until the group closes it. */
export interface Connection {
  readonly name: string | null;
  readonly at: number;
  readonly member: string;
  readonly own: boolean;
  readonly dials: readonly string[];
  state: "open" | "closed" | "failed";
}

const anyConnect = object(
  { t: number, op: oneOf(["connect"] as const) },
  {
    conn: text,
    count: number,
    dest: text,
    dest_pattern: text,
    source_ip: text,
    source_pattern: text,
    process: text,
    assume_member: text,
    origin: oneOf(["inbound", "internal"] as const),
    open_fails: flag,
  },
);

export type Connect = ReturnType<typeof anyConnect>;

export function readConnect(value: unknown, where: string): Connect {
  const connect = anyConnect(value, where);
  if (connect.dest !== undefined && connect.dest_pattern !== undefined) throw new Error(`${where}: two destinations`);
  if (connect.source_ip !== undefined && connect.source_pattern !== undefined) throw new Error(`${where}: two sources`);
  if (connect.conn !== undefined && (connect.count ?? 1) !== 1) throw new Error(`${where}: one name for many`);
  return connect;
}

/** Reads a destination as a browser does: lower-case punycode, IPv6 without brackets, no trailing dot. */
export function destination(dest: string): { readonly host: string; readonly port: number } {
  const [, port] = /:(\d+)$/.exec(dest) ?? [];
  if (port === undefined) throw new Error(`expected host:port, got ${dest}`);
  const { hostname } = new URL(`http://${dest}/`);
  return { host: hostname.replace(/^\[|\]$|\.$/g, ""), port: Number(port) };
}

/** The i-th connection of a `connect`, as a strategy sees it. */
export function flowOfConnect(connect: Connect, i: number): Flow {
  const fill = (pattern: string): string => pattern.replaceAll("{i}", String(i));
  const dest = connect.dest ?? (connect.dest_pattern === undefined ? "example.com:443" : fill(connect.dest_pattern));
  const source =
    connect.source_ip ?? (connect.source_pattern === undefined ? "192.0.2.1" : fill(connect.source_pattern));
  return { ...destination(dest), source, process: connect.process ?? "" };
}

/** Closes what an effect closes: our own always, the user's only when it interrupts (B11). */
export function close(connections: readonly Connection[], effect: Extract<GroupEffect, { kind: "close" }>): void {
  for (const connection of connections) {
    const concerned = connection.state === "open" && effect.members.includes(connection.member);
    if (concerned && (connection.own || effect.interrupt)) connection.state = "closed";
  }
}
