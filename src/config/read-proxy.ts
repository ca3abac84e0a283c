import { type AccountFault, accountFault } from "../model/account-fault.ts";
import type { Account, ProxyOutbound, ProxyProtocol, Tag } from "../model/outbound.ts";
import { canonicalHost } from "../routing/host.ts";
import { type Fields, isSet } from "./fields.ts";
import type { Path, Reader } from "./reader.ts";

const KNOWN = [
  "type",
  "tag",
  "server",
  "server_port",
  "username",
  "password",
  "version",
  "tls",
  "enabled",
  "remote_dns",
  "udp",
  "detour",
  "weight",
  "note",
];
/** Fields that are known, but have no effect so far. */
const LATER = ["ipv6", "throughput_url"];

const PORT = {
  expected: "a port, a whole number from 1 to 65535",
  fits: (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535,
};
const CAN_BE_TOLD: Readonly<Record<AccountFault["code"], string>> = {
  "control-characters": "a text without control characters and halves of characters",
  colon: 'a user name without ":" (HTTP logins cannot carry it)',
  "too-long": "at most 255 bytes (SOCKS5 cannot carry more)",
};
const WEIGHT = {
  expected: "a number above 0, at most 1000000",
  fits: (weight: number) => weight > 0 && weight <= 1_000_000,
};

/** Reads an `http`, `https` or `socks` outbound; null when it cannot be used. */
export function readProxy(reader: Reader, path: Path, fields: Fields, tag: Tag): ProxyOutbound | null {
  const protocol = readProtocol(reader, path, fields);
  const host = readHost(reader, path, fields);
  const port = isSet(fields, "server_port")
    ? reader.number(path, fields, "server_port", null, PORT)
    : missing(reader, [...path, "server_port"], PORT.expected);
  const account = readAccount(reader, path, fields, protocol);
  const proxy = {
    enabled: reader.flag(path, fields, "enabled", true),
    remoteDns: reader.flag(path, fields, "remote_dns", true),
    udp: reader.flag(path, fields, "udp", protocol === "socks5"),
    detour: reader.text(path, fields, "detour", null),
    weight: reader.number(path, fields, "weight", 1, WEIGHT),
    note: reader.text(path, fields, "note", ""),
  };
  reader.only(path, fields, KNOWN, LATER);
  if (protocol === null || host === null || port === null) return null;
  return { kind: "proxy", tag, protocol, host, port, account, ...proxy };
}

function readProtocol(reader: Reader, path: Path, fields: Fields): ProxyProtocol | null {
  if (fields.type === "socks") return readSocks(reader, path, fields);
  const tls = isSet(fields, "tls") ? reader.object([...path, "tls"], fields.tls) : null;
  const enabled = tls !== null && reader.flag([...path, "tls"], tls, "enabled", false);
  if (tls) reader.only([...path, "tls"], tls, ["enabled"]);
  return fields.type === "https" || enabled ? "https" : "http";
}

function readSocks(reader: Reader, path: Path, fields: Fields): ProxyProtocol | null {
  const written = isSet(fields, "version") ? fields.version : "5";
  const version = typeof written === "number" ? String(written) : written;
  if (version === "5") return "socks5";
  if (version === "4" || version === "4a") {
    reader.note(
      [...path, "version"],
      version,
      "SOCKS5 where possible: with SOCKS4 Chrome looks up the sites' names itself",
    );
    return "socks4";
  }
  reader.error([...path, "version"], fields.version, '"4", "4a" or "5"');
  return null;
}

function readHost(reader: Reader, path: Path, fields: Fields): string | null {
  const expected = "a host name or an address, without scheme, account or port";
  if (!isSet(fields, "server")) return missing(reader, [...path, "server"], expected);
  const written = reader.text(path, fields, "server", null);
  if (written === null) return null;
  const host = canonicalHost(written);
  if (host === null) reader.error([...path, "server"], written, expected);
  return host;
}

function readAccount(reader: Reader, path: Path, fields: Fields, protocol: ProxyProtocol | null): Account | null {
  const username = reader.text(path, fields, "username", "");
  const password = reader.text(path, fields, "password", "");
  if (username === "" && password === "") return null;
  const account = { username, password };
  const fault = protocol && accountFault(account, protocol);
  if (fault) reader.error([...path, fault.at], account[fault.at], CAN_BE_TOLD[fault.code]);
  if (protocol === "socks4" || protocol === "socks5")
    reader.note([...path, "username"], username, "an account for SOCKS: Firefox uses it, Chrome cannot");
  if (protocol === "socks4" && password !== "")
    reader.note([...path, "password"], password, "no password: SOCKS4 has a user name only, so it is not sent");
  return account;
}

function missing(reader: Reader, path: Path, expected: string): null {
  reader.error(path, undefined, expected);
  return null;
}
