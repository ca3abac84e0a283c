import { canonicalHost } from "../routing/host.ts";
import { parseOrigin } from "../routing/origin.ts";
import type { Path, Reader } from "./reader.ts";

/** An address of the web without an account; "": none is written, or it is refused. */
export function readUrl(reader: Reader, path: Path, written: string): string {
  const url = written.trim();
  if (url === "") return "";
  const origin = parseOrigin(url);
  const hasAccount = /^[^/]*\/\/[^/?#]*@/.test(url);
  const isGood = origin && /^https?$/.test(origin.scheme) && canonicalHost(origin.host) !== null && !/\s/.test(url);
  if (isGood && !hasAccount) return url;
  reader.error(path, written, "an address that begins with https:// or http://, without an account");
  return "";
}
