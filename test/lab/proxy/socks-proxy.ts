import type { Socket } from "node:net";
import { isSilent, stageOf } from "./behaviour.ts";
import { endConnection } from "./end-connection.ts";
import { answerGarbage, isGarbage } from "./garbage.ts";
import type { Gate } from "./gate.ts";
import { createReader, type Reader } from "./reader.ts";
import { relay } from "./relay.ts";

/** Which SOCKS a proxy speaks; 4 reads 4a too, when the client sends a name. */
export type SocksVersion = 4 | 5;

const NO_LOGIN = 0x00;
const PASSWORD = 0x02;
const NONE_FITS = 0xff;

interface Target {
  readonly host: string;
  readonly port: number;
  readonly letIn: boolean;
}

/** Serves one connection of a SOCKS proxy (RFC 1928, RFC 1929; SOCKS4a by its author's note). */
export async function serveSocks(gate: Gate, version: SocksVersion, socket: Socket): Promise<void> {
  const reader = createReader(socket);
  try {
    const [first] = await reader.take(1);
    if (isGarbage(gate.behaviour().fault, "connect")) return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    if (first !== version) return void socket.destroy();
    const target = version === 5 ? await readSocks5(gate, reader, socket) : await readSocks4(gate, reader);
    reader.release();
    if (target) await answer(gate, version, socket, target);
  } catch {
    socket.destroy(); // the client went away in the middle
  }
}

async function answer(gate: Gate, version: SocksVersion, socket: Socket, target: Target): Promise<void> {
  await gate.arrive({ form: "tunnel", ...target });
  const { fault } = gate.behaviour();
  if (stageOf(fault) === "connect" || isSilent(fault)) return void endConnection(socket, fault);
  if (fault?.kind === "status") return void socket.end(reply(version, fault.reply ?? 1));
  if (!target.letIn) return void socket.end(reply(version, 2));
  const site = await gate.reach(target.host, target.port);
  if (!site) return void socket.end(reply(version, 4));
  socket.write(reply(version, 0));
  if (isGarbage(fault, "tunnel")) return answerGarbage(socket);
  relay(socket, site, gate.behaviour);
}

/** Version 4 has codes of its own: 90 is granted, 91 refused, 92 and 93 are about the user's identity. */
const reply = (version: SocksVersion, code: number): Buffer =>
  version === 5
    ? Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])
    : Buffer.from([0, code === 0 ? 90 : Math.max(91, code), 0, 0, 0, 0, 0, 0]);

async function readSocks4(gate: Gate, reader: Reader): Promise<Target> {
  const [, high = 0, low = 0, ...address] = await reader.take(7);
  const username = await reader.text();
  const { account } = gate.behaviour();
  const isName = /^0\.0\.0\.[1-9]/.test(address.join(".")); // SOCKS4a: an address that cannot be, then the name
  const host = isName ? await reader.text() : address.join(".");
  return { host, port: high * 256 + low, letIn: !account || account.username === username };
}

async function readSocks5(gate: Gate, reader: Reader, socket: Socket): Promise<Target | null> {
  const [count = 0] = await reader.take(1);
  const methods = await reader.take(count);
  const method = gate.behaviour().account ? PASSWORD : NO_LOGIN;
  if (!methods.includes(method)) return turnAway(socket, Buffer.from([5, NONE_FITS]));
  socket.write(Buffer.from([5, method]));
  if (method === PASSWORD && !(await readLogin(gate, reader))) return turnAway(socket, Buffer.from([1, 1]));
  if (method === PASSWORD) socket.write(Buffer.from([1, 0]));
  const [, command, , type = 0] = await reader.take(4);
  if (command !== 1) return turnAway(socket, reply(5, 7)); // CONNECT only
  const host = await readHost(reader, type);
  const port = (await reader.take(2)).readUInt16BE(0);
  return { host, port, letIn: true };
}

function turnAway(socket: Socket, last: Buffer): null {
  socket.end(last);
  return null;
}

async function readLogin(gate: Gate, reader: Reader): Promise<boolean> {
  const field = async (): Promise<string> => {
    const [length = 0] = await reader.take(1);
    return (await reader.take(length)).toString("utf8");
  };
  await reader.take(1); // the version of this small protocol
  const [username, password] = [await field(), await field()];
  const { account } = gate.behaviour();
  return account?.username === username && account.password === password;
}

async function readHost(reader: Reader, type: number): Promise<string> {
  if (type === 1) return [...(await reader.take(4))].join(".");
  if (type === 4) return (await reader.take(16)).toString("hex").replace(/(.{4})(?=.)/g, "$1:");
  const [length = 0] = await reader.take(1);
  return (await reader.take(length)).toString("latin1");
}
