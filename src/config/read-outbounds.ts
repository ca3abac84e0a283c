import { isInherited } from "../lib/inherited.ts";
import { BLOCK, DIRECT, type Outbound, type Tag } from "../model/outbound.ts";
import { type Fields, isFields, isSet } from "./fields.ts";
import { leaveOutDialing } from "./leave-out.ts";
import { mendedOf } from "./mended.ts";
import { readBalancer, readSelector } from "./read-group.ts";
import { readProxy } from "./read-proxy.ts";
import type { Path, Reader } from "./reader.ts";

/** Types of sing-box that a browser cannot speak. */
const FOREIGN = [
  "vless",
  "vmess",
  "trojan",
  "shadowsocks",
  "shadowsocksr",
  "shadowtls",
  "hysteria",
  "hysteria2",
  "tuic",
  "wireguard",
  "ssh",
  "tor",
  "anytls",
  "naive",
  "psiphon",
  "dnstt",
  "warp",
  "masque",
  "awg",
  "juicity",
  "mieru",
  "snell",
  "tailscale",
  "dns",
];

export const MOST_OUTBOUNDS = 100_000;
const ADVICE = "a proxy type that a browser speaks: run a local client for it and add the client's port; left out";

const NO_DNS = "an outbound for requests: a browser asks for names by itself; left out";

export interface ReadOutbounds {
  /** In the user's order, each with its place in the written list. */
  readonly outbounds: readonly { readonly place: number; readonly outbound: Outbound }[];
  /** Tags of what was left out because a browser cannot speak it. */
  readonly skipped: ReadonlySet<Tag>;
  /** Tags of what is not among them for what is wrong with it, which has been said. */
  readonly wrong: ReadonlySet<Tag>;
}

/**
 * Reads the `outbounds` list, each by its type.
 *
 * @param endpoints the list of that name in sing-box: tunnels, of which a browser speaks none
 */
export function readOutbounds(reader: Reader, value: unknown, endpoints?: unknown): ReadOutbounds {
  const outbounds: { place: number; outbound: Outbound }[] = [];
  const skipped = new Set<Tag>();
  const wrong = new Set<Tag>();
  const tags = new Set<Tag>();
  if (endpoints !== undefined && endpoints !== null)
    for (const tag of readEndpoints(reader, endpoints)) {
      skipped.add(tag);
      tags.add(tag);
    }
  const written = value === undefined || value === null ? [] : reader.list(["outbounds"], value);
  if (written.length > MOST_OUTBOUNDS) reader.error(["outbounds"], written, `at most ${MOST_OUTBOUNDS} outbounds`);
  written.slice(0, MOST_OUTBOUNDS).forEach((one, place) => {
    const path: Path = ["outbounds", place];
    if (mendedOf(one)) {
      for (const outbound of refusedOne(one)) {
        outbounds.push({ place, outbound });
        tags.add(outbound.tag);
      }
      return;
    }
    const fields = reader.object(path, one);
    const tag = fields && readTag(reader, path, fields, tags);
    if (!fields || tag === null) return;
    tags.add(tag);
    if (typeof fields.type === "string" && FOREIGN.includes(fields.type)) {
      skipped.add(tag);
      reader.note([...path, "type"], fields.type, fields.type === "dns" ? NO_DNS : ADVICE);
      return;
    }
    const outbound = readOne(reader, path, fields, tag);
    if (outbound) outbounds.push({ place, outbound });
    else wrong.add(tag);
  });
  return leaveOutDialing(reader, { outbounds, skipped, wrong });
}

/** What blocks in the place of an outbound that is refused; none: nothing can name it. */
function refusedOne(value: unknown): readonly Outbound[] {
  const mended = mendedOf(value);
  return mended?.kind === "outbound" && mended.tag !== null ? [{ kind: "block", tag: mended.tag, refused: true }] : [];
}

/** Tags of endpoints: groups may name them. */
function readEndpoints(reader: Reader, value: unknown): readonly Tag[] {
  return reader.list(["endpoints"], value).flatMap((one, place) => {
    reader.note(["endpoints", place], one, ADVICE);
    return isFields(one) && typeof one.tag === "string" && one.tag !== "" ? [one.tag] : [];
  });
}

function readTag(reader: Reader, path: Path, fields: Fields, taken: ReadonlySet<Tag>): Tag | null {
  const tag = reader.text(path, fields, "tag", "");
  const at: Path = [...path, "tag"];
  if (tag === "") reader.error(at, fields.tag, "a name that is not empty");
  // The core keeps what it knows by tag: such a proxy would never be tested.
  else if (isInherited(tag)) reader.error(at, tag, "another name: every JavaScript object has a field of this one");
  else if (taken.has(tag)) reader.error(at, tag, "a tag that no other outbound has");
  else if ((tag === DIRECT || tag === BLOCK) && fields.type !== tag)
    reader.error(at, tag, `another name: "${tag}" is built in`);
  else return tag;
  return null;
}

function readOne(reader: Reader, path: Path, fields: Fields, tag: Tag): Outbound | null {
  switch (fields.type) {
    case "http":
    case "https":
    case "socks":
      return readProxy(reader, path, fields, tag);
    case "balancer":
    case "urltest":
      refuseDetour(reader, path, fields);
      return readBalancer(reader, path, fields, tag);
    case "selector":
      refuseDetour(reader, path, fields);
      return readSelector(reader, path, fields, tag);
    case "direct":
    case "block":
      refuseDetour(reader, path, fields);
      reader.only(path, fields, ["type", "tag", "detour"]);
      return { kind: fields.type, tag };
    default:
      reader.error([...path, "type"], fields.type, "http, https, socks, direct, block, selector, balancer or urltest");
      return null;
  }
}

const NO_DETOUR = "no detour here: only a proxy can have one, and what goes through this would go without it";

/** Of a proxy it is checked when all others are known. */
function refuseDetour(reader: Reader, path: Path, fields: Fields): void {
  if (isSet(fields, "detour")) reader.error([...path, "detour"], fields.detour, NO_DETOUR);
}
