import {
  request as ask,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { type Behaviour, isSilent, stageOf } from "./behaviour.ts";
import { endConnection } from "./end-connection.ts";
import { answerGarbage, isGarbage, NO_PROTOCOL } from "./garbage.ts";
import type { Gate } from "./gate.ts";
import { relay, throttle } from "./relay.ts";

/** The HTTP proxy's language: CONNECT for tunnels, whole addresses for plain requests. Connections are handed to the server. */
export function createHttpProxy(gate: Gate): Server {
  const server = createServer({ keepAliveTimeout: 60_000 });
  server.on("connect", (request, socket: Socket, head) => void tunnel(gate, request, socket, head));
  server.on("request", (request, response) => void forward(gate, request, response));
  // As the usual servers do when something else is spoken to them, such as TLS.
  server.on("clientError", (_, socket) => void socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n"));
  return server;
}

async function tunnel(gate: Gate, request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
  socket.on("error", () => {});
  const [host = "", port = ""] = splitAuthority(request.url ?? "");
  await gate.arrive({ form: "tunnel", host, port: Number(port), ...visitor(request, gate.behaviour()) });
  if (ended(gate, socket)) return;
  const refusal = refusalOf(request, gate.behaviour());
  if (refusal) return void socket.end(asText(refusal));
  const site = await gate.reach(host, Number(port));
  if (!site) return void socket.end(asText(UNREACHABLE));
  socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
  if (isGarbage(gate.behaviour().fault, "tunnel")) return answerGarbage(socket, head);
  if (head.length > 0) socket.unshift(head);
  relay(socket, site, gate.behaviour);
}

async function forward(gate: Gate, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : null;
  if (url?.protocol !== "http:") return void response.writeHead(400).end("expected a whole http address");
  const port = Number(url.port || 80);
  await gate.arrive({ form: "plain", host: url.hostname, port, ...visitor(request, gate.behaviour()) });
  if (ended(gate, request.socket)) return;
  const refusal = refusalOf(request, gate.behaviour());
  if (refusal) return void response.writeHead(refusal.status, refusal.headers).end(refusal.body);
  const site = await gate.reach(url.hostname, port);
  if (!site) return void response.writeHead(UNREACHABLE.status, UNREACHABLE.headers).end(UNREACHABLE.body);
  const headers: OutgoingHttpHeaders = { ...request.headers, host: url.host };
  for (const name of ["proxy-authorization", "proxy-connection", "connection"]) delete headers[name];
  const onward = ask({
    createConnection: () => site,
    method: request.method,
    path: url.pathname + url.search,
    headers,
  });
  onward.on("response", (answer) => passOn(gate, answer, response));
  onward.on("error", () => response.destroy());
  response.once("close", () => site.destroy());
  request.pipe(onward);
}

/** Hands a site's answer on, as far as the fault of the moment lets it come. */
function passOn(gate: Gate, answer: IncomingMessage, response: ServerResponse): void {
  const { fault } = gate.behaviour();
  const stage = stageOf(fault);
  if (stage === "tunnel" || stage === "headers" || isSilent(fault)) {
    endConnection(response.req.socket, fault);
    return;
  }
  const { connection: _, "keep-alive": __, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, headers);
  if (stage !== "body") return void answer.pipe(throttle(gate.behaviour)).pipe(response);
  response.flushHeaders();
  answer.once("data", (piece: Buffer) => {
    response.write(piece.subarray(0, Math.floor(piece.length / 2)));
    setImmediate(() => endConnection(response.req.socket, fault));
  });
}

/** Ends, or leaves hanging, a request that comes no further than `connect`. */
function ended(gate: Gate, socket: Socket): boolean {
  const { fault } = gate.behaviour();
  if (isGarbage(fault, "connect")) socket.end(NO_PROTOCOL);
  else if (stageOf(fault) === "connect" || isSilent(fault)) endConnection(socket, fault);
  else return socket.destroyed;
  return true;
}

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const refuse = (status: number, body: string, headers: Record<string, string> = {}): Refusal => ({
  status,
  headers: { "content-type": "text/plain", "content-length": String(body.length), connection: "close", ...headers },
  body,
});

const UNREACHABLE = refuse(502, "the lab has no such site");

function refusalOf(request: IncomingMessage, behaviour: Behaviour): Refusal | null {
  const { fault } = behaviour;
  if (fault?.kind === "status") return refuse(fault.status, "the proxy does not want to");
  if (fault?.kind === "challenge") return refuse(407, "log in", { "proxy-authenticate": fault.scheme });
  const { letIn, username } = visitor(request, behaviour);
  if (letIn) return null;
  return username !== null && behaviour.wrongAccount === 401
    ? refuse(401, "not you", { "www-authenticate": 'Basic realm="lab"' })
    : refuse(407, "log in", { "proxy-authenticate": 'Basic realm="lab"' });
}

/** Who asks, and whether they are let in (RFC 7617). */
function visitor(
  { headers }: IncomingMessage,
  { account, moreAccounts }: Behaviour,
): { letIn: boolean; username: string | null } {
  const basic = /^Basic (.+)$/.exec(headers["proxy-authorization"] ?? "")?.[1];
  const given = basic === undefined ? null : Buffer.from(basic, "base64").toString();
  const known = [account, ...moreAccounts].filter((one) => one !== null);
  return {
    letIn: known.length === 0 || known.some(({ username, password }) => given === `${username}:${password}`),
    username: given?.split(":")[0] ?? null,
  };
}

const asText = ({ status, headers, body }: Refusal): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Refused"}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");

const splitAuthority = (authority: string): string[] => /^(.*):(\d+)$/.exec(authority)?.slice(1) ?? [authority, "0"];
