import type { IncomingHttpHeaders } from "node:http";

/** What an origin saw of one request. */
export interface SeenRequest {
  /** When its head came, ms since the epoch. */
  readonly at: number;
  /** The exit's address (127.0.1.k), or `direct`. */
  readonly via: string;
  /** Which connection carried it; requests with the same number shared it. */
  readonly conn: number;
  readonly method: string;
  readonly scheme: "http" | "https" | "ws" | "wss";
  readonly protocol: "h1" | "h2";
  /** The name asked for, lower case, without port and trailing dot. */
  readonly host: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Fields that must be equal; a `path` or `host` may be a pattern. */
export interface RequestFilter {
  readonly via?: string;
  readonly host?: string | RegExp;
  readonly path?: string | RegExp;
  readonly scheme?: SeenRequest["scheme"];
  readonly conn?: number;
}

export interface RequestLog {
  add(request: SeenRequest): void;
  list(filter?: RequestFilter): readonly SeenRequest[];
  clear(): void;
}

/** Beyond this the oldest half is forgotten: a log must not grow for as long as a demo runs. */
const MOST_REQUESTS = 40_000;

export function createRequestLog(): RequestLog {
  let seen: SeenRequest[] = [];
  return {
    add(request) {
      if (seen.length >= MOST_REQUESTS) seen = seen.slice(MOST_REQUESTS / 2);
      seen.push(request);
    },
    list: (filter = {}) => seen.filter((request) => matches(request, filter)),
    clear() {
      seen = [];
    },
  };
}

const matches = (request: SeenRequest, filter: RequestFilter): boolean =>
  (filter.via === undefined || request.via === filter.via) &&
  (filter.conn === undefined || request.conn === filter.conn) &&
  (filter.scheme === undefined || request.scheme === filter.scheme) &&
  agrees(request.host, filter.host) &&
  agrees(request.path, filter.path);

const agrees = (text: string, wanted: string | RegExp | undefined): boolean =>
  wanted === undefined || (typeof wanted === "string" ? text === wanted : wanted.test(text));
