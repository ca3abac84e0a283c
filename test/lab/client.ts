import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { type TLSSocket, connect as tlsConnect } from "node:tls";
import type { Lab } from "./lab.ts";
import type { Account } from "./proxy/behaviour.ts";
import type { LabProxy } from "./proxy/proxy.ts";

/** An answer that came whole. */
export interface Got {
  readonly status: number;
  readonly body: string;
}

export interface GetOptions {
  readonly account?: Account;
  /** SOCKS4 without the name: the address is given instead. */
  readonly resolveHere?: boolean;
  /** After this it fails with `timeout`. */
  readonly timeoutMs?: number;
}

/** For what ends by itself, however busy the machine is. */
const USUAL_TIMEOUT_MS = 60_000;

/** Fetches an address through a proxy (null: directly) as a browser would, over a connection of its own. */
export async function get(lab: Lab, proxy: LabProxy | null, address: string, options: GetOptions = {}): Promise<Got> {
  const url = new URL(address);
  const secure = url.protocol === "https:";
  const port = Number(url.port || (secure ? 443 : 80));
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), options.timeoutMs ?? USUAL_TIMEOUT_MS);
  const opened: Socket[] = [];
  try {
    return await Promise.race([
      once(timer.signal, "abort").then(() => Promise.reject(new Error("timeout"))),
      fetchOver(lab, proxy, { url, secure, port }, options, opened),
    ]);
  } finally {
    clearTimeout(timeout);
    for (const socket of opened) socket.destroy();
  }
}

interface Target {
  readonly url: URL;
  readonly secure: boolean;
  readonly port: number;
}

async function fetchOver(
  lab: Lab,
  proxy: LabProxy | null,
  { url, secure, port }: Target,
  options: GetOptions,
  opened: Socket[],
): Promise<Got> {
  const plain = !secure && (proxy?.kind === "http" || proxy?.kind === "https");
  const base = proxy ? await reachProxy(lab, proxy, opened) : await dial("127.0.0.1", lab.port, opened);
  if (proxy && !plain) {
    if (proxy.kind === "socks5") await socks5(base, url.hostname, port, options);
    else if (proxy.kind === "socks4") await socks4(base, url.hostname, port, options);
    else await connectThrough(base, url.hostname, port, options);
  }
  const socket = secure ? await secured(lab, base, url.hostname, opened) : base;
  const login = plain && options.account ? { "proxy-authorization": basic(options.account) } : {};
  return answerOf(socket, plain ? url.href : url.pathname + url.search, { host: url.host, ...login });
}

async function dial(host: string, port: number, opened: Socket[]): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  opened.push(socket);
  await once(socket, "connect");
  socket.on("error", () => {}); // what follows sees the end
  return socket;
}

async function reachProxy(lab: Lab, proxy: LabProxy, opened: Socket[]): Promise<Socket> {
  const socket = await dial(proxy.address, proxy.port, opened);
  return proxy.kind === "https" ? secured(lab, socket, "", opened) : socket;
}

async function secured(lab: Lab, socket: Socket, servername: string, opened: Socket[]): Promise<TLSSocket> {
  // without a name (a proxy known by its address) the authority is checked, the name is not
  const named = servername ? { servername } : { checkServerIdentity: () => undefined };
  const tls = tlsConnect({ socket, ca: lab.certificates.ca, ALPNProtocols: ["http/1.1"], ...named });
  opened.push(tls);
  await once(tls, "secureConnect");
  tls.on("error", () => {});
  return tls;
}

const basic = ({ username, password }: Account): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** Takes bytes until `enough`, and fails with `closed` when the connection ends before. */
async function readUntil(socket: Socket, enough: (held: Buffer) => boolean): Promise<Buffer> {
  let held = Buffer.alloc(0);
  while (!enough(held)) {
    const chunk: Buffer | null = socket.read();
    if (chunk) held = Buffer.concat([held, chunk]);
    else if (socket.destroyed || socket.readableEnded) throw new Error("closed");
    else await Promise.race([once(socket, "readable"), once(socket, "close")]);
  }
  return held;
}

async function connectThrough(socket: Socket, host: string, port: number, options: GetOptions): Promise<void> {
  const login = options.account ? `proxy-authorization: ${basic(options.account)}\r\n` : "";
  socket.write(`CONNECT ${host}:${port} HTTP/1.1\r\nhost: ${host}:${port}\r\n${login}\r\n`);
  const head = (await readUntil(socket, (held) => held.includes("\r\n\r\n"))).toString("latin1");
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`refused ${head.slice(9, 12)}`);
}

async function socks5(socket: Socket, host: string, port: number, { account }: GetOptions): Promise<void> {
  socket.write(Buffer.from(account ? [5, 2, 0, 2] : [5, 1, 0]));
  const method = (await readUntil(socket, (held) => held.length >= 2))[1];
  if (method === 255) throw new Error("refused login");
  if (method === 2 && account) {
    const field = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
    socket.write(Buffer.concat([Buffer.from([1]), field(account.username), field(account.password)]));
    if ((await readUntil(socket, (held) => held.length >= 2))[1] !== 0) throw new Error("refused login");
  }
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, host.length]), Buffer.from(host), portBytes(port)]));
  const code = (await readUntil(socket, (held) => held.length >= 10))[1];
  if (code !== 0) throw new Error(`refused ${code}`);
}

async function socks4(socket: Socket, host: string, port: number, options: GetOptions): Promise<void> {
  const name = options.resolveHere ? Buffer.alloc(0) : Buffer.from(`${host}\0`);
  const address = options.resolveHere ? [192, 0, 2, 1] : [0, 0, 0, 1];
  const user = Buffer.from(`${options.account?.username ?? ""}\0`);
  socket.write(Buffer.concat([Buffer.from([4, 1]), portBytes(port), Buffer.from(address), user, name]));
  const code = (await readUntil(socket, (held) => held.length >= 8))[1];
  if (code !== 90) throw new Error(`refused ${code}`);
}

const portBytes = (port: number): Buffer => Buffer.from([port >> 8, port & 0xff]);

function answerOf(socket: Socket, path: string, headers: Record<string, string>): Promise<Got> {
  return new Promise((done, fail) => {
    const request = httpRequest({ createConnection: () => socket, path, headers });
    request.on("error", () => fail(new Error("closed")));
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
      );
      response.on("error", () => fail(new Error("closed")));
    });
    request.end();
  });
}
