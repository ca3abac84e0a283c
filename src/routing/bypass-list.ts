import { maskWords } from "./cidr.ts";
import { ipWords, mapped } from "./ip-words.ts";
import { looseIpv4 } from "./loose-ipv4.ts";

/**
 * An entry of Firefox's list "No proxy for" (`network.proxy.no_proxies_on`, an extension's `passthrough`, a policy's
 * `Passthrough`). `port` null: every port. `text`: as a person wrote it.
 */
export type BypassEntry =
  /** `<local>`: names without a dot. */
  | { readonly kind: "local"; readonly text: string }
  /** Addresses that share their first `length` bits, of eight words: IPv4 is IPv4-mapped. */
  | {
      readonly kind: "network";
      readonly words: readonly number[];
      readonly length: number;
      readonly port: number | null;
      readonly text: string;
    }
  /** Names that end so: at a dot, unless it begins with one. */
  | { readonly kind: "name"; readonly suffix: string; readonly port: number | null; readonly text: string };

const MAPPED_BITS = 96;
const ALL_BITS = 128;

/** What no host of an address can hold: with it an entry matches nothing. */
const NEVER_IN_A_HOST = /[^\x21-\x7e]/;

/**
 * Reads the list as Firefox does: entries parted by commas, spaces and tabs, each `host`, `.domain`, `*.domain`, an
 * address or `address/bits`, with `:port` behind it. Entries that can match nothing are left out.
 *
 * Source: `nsProtocolProxyService::LoadHostFilters`; each case of the tests was measured (fact F14).
 */
export function readBypassList(list: string): readonly BypassEntry[] {
  return list
    .split(/[, \t]+/)
    .filter((text) => text !== "" && !NEVER_IN_A_HOST.test(text))
    .flatMap((text) => entryOf(text) ?? []);
}

function entryOf(text: string): BypassEntry | null {
  const { host, port: portText, mask: maskText } = partsOf(text);
  if (host === "") return null;
  if (host.toLowerCase() === "<local>") return { kind: "local", text };
  const port = Number(/^\d+/.exec(portText)?.[0] ?? 0) || null;
  const words = addressOf(host);
  if (words) {
    const mask = Number(/^-?\d+/.exec(maskText)?.[0] ?? ALL_BITS);
    if (mask <= 0) return null;
    const isMapped = !host.includes(":") && mask <= ALL_BITS - MAPPED_BITS;
    const length = Math.min(ALL_BITS, isMapped ? mask + MAPPED_BITS : mask);
    return { kind: "network", words: maskWords(words, length), length, port, text };
  }
  const suffix = host.replace(/^\*/, "").toLowerCase();
  return suffix === "" ? null : { kind: "name", suffix, port, text };
}

/**
 * Takes an entry apart as Firefox's reader does, character by character. Where it has several colons or slashes the last
 * part before one is the host: an IPv6 address without brackets, or a whole address with its scheme, matches nothing so.
 */
function partsOf(text: string): { readonly host: string; readonly port: string; readonly mask: string } {
  let [host, mask, start, inBrackets] = ["", "", 0, false];
  let [hasPort, hasMask] = [false, false];
  for (const [at, character] of [...text].entries()) {
    if (character === "[") inBrackets = true;
    else if (character === "]") inBrackets = false;
    else if (character === ":" && !inBrackets) {
      if (hasMask) mask = text.slice(start, at);
      else host = text.slice(start, at);
      [start, hasPort] = [at + 1, true];
    } else if (character === "/") {
      host = text.slice(start, at);
      [start, hasMask] = [at + 1, true];
    }
  }
  const rest = text.slice(start);
  if (hasPort) return { host, port: rest, mask };
  return hasMask ? { host, port: "", mask: rest } : { host: rest, port: "", mask: "" };
}

/** The eight words of an address; null: a name. */
function addressOf(host: string): readonly number[] | null {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const words = bare.includes(":") ? ipWords(bare) : looseIpv4(bare);
  return words && mapped(words);
}
