import type { Socket } from "node:net";
import type { Exit } from "../exits.ts";
import type { RequestLog, SeenRequest } from "../request-log.ts";
import type { Asked } from "./answer.ts";
import type { AnyRequest } from "./send.ts";

/**
 * Writes down what comes, with the connection it came by and the exit that connection was dialled from.
 *
 * @param exitOf the exit that a connection came from, of which something is being read
 */
export function createNotes(
  exitOf: (socket: Socket) => Exit,
  log: RequestLog,
): {
  /** `connection` is what requests share: a socket, or an HTTP/2 session. */
  add(request: AnyRequest, connection: object, socket: Socket, kind: "http" | "ws"): Asked;
} {
  let connections = 0;
  const known = new WeakMap<object, { conn: number; exit: Asked["exit"] }>();
  const meet = (connection: object, socket: Socket): { conn: number; exit: Asked["exit"] } => {
    const met = known.get(connection) ?? { conn: ++connections, exit: exitOf(socket) };
    known.set(connection, met);
    return met;
  };
  return {
    add(request, connection, socket, kind) {
      const { conn, exit } = meet(connection, socket);
      const authority = String(request.headers[":authority"] ?? request.headers.host ?? "nameless.test");
      const seen: SeenRequest = {
        at: Date.now(),
        via: exit.address,
        conn,
        method: request.method ?? "GET",
        scheme: "encrypted" in socket ? `${kind}s` : kind,
        protocol: request.httpVersionMajor === 2 ? "h2" : "h1",
        host: hostOf(authority),
        path: (request.url ?? "/").replace(/^https?:\/\/[^/]*/, ""),
        headers: request.headers,
      };
      log.add(seen);
      return { seen, exit, url: new URL(seen.path, `${seen.scheme}://${authority}`) };
    },
  };
}

/** `WWW.Example.com.:443` is `www.example.com`. */
const hostOf = (authority: string): string => authority.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
