import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { SeenRequest } from "../request-log.ts";
import type { Answer } from "./answer.ts";

export type AnyRequest = IncomingMessage | Http2ServerRequest;
export type AnyResponse = ServerResponse | Http2ServerResponse;

/** Writes an answer to a response of either protocol. Never cached, readable from any page, and it says who carried it. */
export function send(response: AnyResponse, seen: SeenRequest, answer: Answer): void {
  // The two classes have the same methods with different overloads, so that no call on their union compiles.
  const sink = response as ServerResponse;
  if (answer.kind === "hang" || sink.destroyed) return;
  sink.statusCode = answer.kind === "whole" ? answer.status : 200;
  sink.setHeader("cache-control", "no-store");
  sink.setHeader("access-control-allow-origin", "*");
  sink.setHeader("access-control-expose-headers", "*");
  sink.setHeader("timing-allow-origin", "*");
  sink.setHeader("x-via", seen.via);
  sink.setHeader("x-conn", String(seen.conn));
  for (const [name, value] of Object.entries(answer.headers)) sink.setHeader(name, value);
  if (answer.kind === "pieces") drip(sink, answer);
  else {
    if (answer.status !== 204) sink.setHeader("content-length", String(Buffer.byteLength(answer.body)));
    sink.end(answer.body);
  }
}

function drip(sink: ServerResponse, { bytes, count, everyMs }: Extract<Answer, { kind: "pieces" }>): void {
  const piece = Buffer.alloc(bytes, 65);
  sink.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    if (++sent > count) sink.end();
    else sink.write(piece);
  }, everyMs);
  sink.once("close", () => clearInterval(timer));
}
