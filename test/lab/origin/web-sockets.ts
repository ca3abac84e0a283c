import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { WebSocketServer } from "ws";
import type { SeenRequest } from "../request-log.ts";

/** WebSockets of every site: says who carried it at once, then sends back what comes. */
export function createWebSockets(note: (request: IncomingMessage, socket: Socket) => SeenRequest): {
  accept(request: IncomingMessage, socket: Socket, head: Buffer): void;
} {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1_000_000 });
  return {
    accept(request, socket, head) {
      const seen = note(request, socket);
      server.handleUpgrade(request, socket, head, (peer) => {
        peer.on("error", () => {});
        peer.on("message", (data, isBinary) => peer.send(data, { binary: isBinary }));
        peer.send(JSON.stringify({ via: seen.via, conn: seen.conn, host: seen.host, path: seen.path }));
      });
    },
  };
}
