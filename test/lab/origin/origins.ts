import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import { createServer as createH2Server } from "node:http2";
import type { Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { byFirstByte, TLS_HANDSHAKE } from "../by-first-byte.ts";
import type { Certificates } from "../certificates.ts";
import type { Exit, Exits } from "../exits.ts";
import { type Listener, listen } from "../listener.ts";
import type { RequestLog } from "../request-log.ts";
import type { Answer, Asked } from "./answer.ts";
import { createNotes } from "./notes.ts";
import { type AnyRequest, type AnyResponse, send } from "./send.ts";
import { createWebSockets } from "./web-sockets.ts";

export interface OriginParts {
  readonly certificates: Certificates;
  readonly exits: Exits;
  readonly log: RequestLog;
  readonly answer: (asked: Asked) => Answer;
}

/** Hosts whose certificate nobody trusts, and hosts that speak HTTP/1.1 only. */
const UNTRUSTED = /(^|\.)untrusted\.test$/;
const OLD = /(^|\.)h1\.test$/;
const LONGEST_DELAY_MS = 60_000;

/**
 * Every site of the lab behind one port: a connection's first byte tells TLS from plain HTTP, the name asked for (SNI) picks the
 * certificate, ALPN the protocol. One port, because that is all a browser's host mapping needs then. `?delay=` holds any answer.
 */
export function createOrigins({ certificates, exits, log, answer }: OriginParts): Promise<Listener> {
  /** Of each connection, whatever is read of it: a request may be read when whoever sent it has gone. */
  const cameFrom = new AsyncLocalStorage<Exit>();
  const notes = createNotes((socket) => cameFrom.getStore() ?? exits.of(socket), log);
  const serve = (request: AnyRequest, response: AnyResponse, connection: object, socket: Socket): void => {
    const asked = notes.add(request, connection, socket, "http");
    const delayMs = Math.min(Number(asked.url.searchParams.get("delay")) || 0, LONGEST_DELAY_MS);
    const timer = setTimeout(() => send(response, asked.seen, answer(asked)), delayMs);
    response.once("close", () => clearTimeout(timer));
  };

  const sockets = createWebSockets((request, socket) => notes.add(request, socket, socket, "ws").seen);
  const h1 = createServer({ keepAliveTimeout: 60_000 }, (request, response) =>
    serve(request, response, request.socket, request.socket),
  );
  h1.on("upgrade", (request, socket: Socket, head) => sockets.accept(request, socket, head));
  h1.on("clientError", (_, socket) => socket.destroy());
  const h2 = createH2Server((request, response) => {
    const { session } = request.stream;
    if (session) serve(request, response, session, session.socket as Socket);
  });
  h2.on("sessionError", () => {});

  const nameless = certificates.leaf("127.0.0.1"); // for who names no host, as one who asks for an address does
  const tls = createTlsServer({
    key: nameless.key,
    cert: nameless.cert,
    SNICallback: (name, done) =>
      done(null, (UNTRUSTED.test(name) ? certificates.bad(name) : certificates.leaf(name)).context),
    ALPNCallback: ({ servername, protocols }) =>
      protocols.includes("h2") && !OLD.test(servername) ? "h2" : protocols.find((one) => one === "http/1.1"),
  });
  tls.on("tlsClientError", () => {});
  tls.on("secureConnection", (socket: TLSSocket) => {
    socket.on("error", () => {});
    (socket.alpnProtocol === "h2" ? h2 : h1).emit("connection", socket);
  });
  return listen("127.0.0.1", 0, (socket) => {
    rememberPeer(socket);
    byFirstByte(socket, (first) =>
      cameFrom.run(exits.of(socket), () => (first === TLS_HANDSHAKE ? tls : h1).emit("connection", socket)),
    );
  });
}

/** A socket that was once asked who its peer is knows it for good; asked later it may find the peer gone. */
const rememberPeer = (socket: Socket): void => void socket.remoteAddress;
