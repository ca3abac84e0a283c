import { type Answer, type Asked, html, json, whole } from "./answer.ts";
import { demoPage } from "./demo-page.ts";

const PIXEL =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#08c"/></svg>';

/** The pages every origin of the lab has, whatever its name. */
const PAGES: Readonly<Record<string, (asked: Asked) => Answer>> = {
  "/generate_204": () => whole(204, "", ""),
  /** Who carried the request, and all that came with it. */
  "/via": ({ seen, exit }) =>
    json({ via: seen.via, country: exit.country, conn: seen.conn, protocol: seen.protocol, ...said(seen) }),
  /** A document with `n` images; `host` names their host, `%i` in it the image's number. */
  "/page": ({ url, seen }) =>
    html("page", images(number(url, "n", 0), url.searchParams.get("host") ?? url.host, seen.scheme)),
  "/image": () => whole(200, "image/svg+xml", PIXEL),
  "/favicon.ico": () => whole(204, "", ""),
  "/hang": () => ({ kind: "hang" }),
  /** Head at once, then `n` pieces of `bytes` each `ms`. */
  "/drip": ({ url }) => pieces(url, number(url, "n", 20), number(url, "bytes", 1_000), number(url, "ms", 100)),
  /** `bytes` as fast as they go. */
  "/download": ({ url }) =>
    whole(200, "application/octet-stream", Buffer.alloc(Math.min(number(url, "bytes", 1_000_000), 64_000_000), 65)),
  "/redirect": ({ url }) => whole(302, "", "", { location: url.searchParams.get("to") ?? "/via" }),
  /** Asks for a login of its own, as sites rarely do. */
  "/login": () => whole(401, "text/plain", "log in", { "www-authenticate": 'Basic realm="lab"' }),
  "/status": ({ url }) => whole(number(url, "code", 500), "text/plain", "as asked"),
  "/": (asked) => demoPage(asked),
};

export const pageFor = (asked: Asked): Answer =>
  PAGES[asked.url.pathname]?.(asked) ??
  html("not found", `<h1>No such page here: ${escaped(asked.url.pathname)}</h1>`, 404);

const said = ({ host, path, method, scheme, headers }: Asked["seen"]): object => ({
  host,
  path,
  method,
  scheme,
  headers,
});

const number = (url: URL, name: string, fallback: number): number => {
  const value = Number(url.searchParams.get(name) ?? fallback);
  return Number.isFinite(value) && value >= 0 ? Math.floor(value) : fallback;
};

const pieces = (url: URL, count: number, bytes: number, everyMs: number): Answer => ({
  kind: "pieces",
  headers: { "content-type": url.searchParams.get("type") ?? "application/octet-stream" },
  count,
  bytes: Math.min(bytes, 1_000_000),
  everyMs,
});

const images = (count: number, host: string, scheme: string): string =>
  Array.from(
    { length: Math.min(count, 2_000) },
    (_, index) => `<img alt="" src="${scheme}://${escaped(host.replaceAll("%i", String(index)))}/image?i=${index}">`,
  ).join("");

/** A name or path that came from outside, as text of a page. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
