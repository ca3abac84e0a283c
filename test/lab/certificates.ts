import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import * as der from "./der.ts";

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Far more names than a run meets; reached, the cache starts afresh. */
const MOST_NAMES = 2_000;

export interface Certificates {
  /** The authority's certificate, PEM: who trusts it trusts every leaf but the bad one. */
  readonly ca: string;
  /** Base64 of SHA-256 of the leaf key's SubjectPublicKeyInfo, for Chromium's --ignore-certificate-errors-spki-list. */
  readonly spki: string;
  /** A leaf for a name or an IP address; minted on demand, kept. A trailing dot is no part of a name. */
  leaf(name: string): Leaf;
  /** A leaf that nobody trusts: it is signed by itself, with a key of its own, as all that are wrong in some way. */
  bad(name: string): Leaf;
  /** The authority signed it, and its time is over. */
  expired(name: string): Leaf;
  /** The authority signed it, for another name. */
  misnamed(name: string): Leaf;
}

/** A certificate (PEM, with its chain) and its key, alone and ready for use. */
export interface Leaf {
  readonly key: string;
  readonly cert: string;
  readonly context: SecureContext;
}

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/**
 * A certificate authority that lives as long as this object. All leaves share one key, so one hash names them all. Made with
 * node:crypto and a few lines of DER, as the libraries that write certificates want a polyfill of `Reflect` first.
 */
export function createCertificates(now = Date.now()): Certificates {
  const root = newKeys();
  const leaves = newKeys();
  const stranger = newKeys();
  const ca = certificate({
    subject: "Switchyard lab",
    issuer: "Switchyard lab",
    keys: root,
    signer: root,
    names: [],
    now,
  });
  const mint = (name: string, keys: KeyPair, signer: KeyPair, chain: string, at = now): Leaf => {
    const issuer = signer === root ? "Switchyard lab" : name;
    const cert = certificate({ subject: name, issuer, keys, signer, names: [name], now: at }) + chain;
    const key = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    return { key, cert, context: createSecureContext({ key, cert }) };
  };
  return {
    ca,
    spki: createHash("sha256")
      .update(leaves.publicKey.export({ type: "spki", format: "der" }))
      .digest("base64"),
    leaf: remembered((name) => mint(name, leaves, root, ca)),
    bad: remembered((name) => mint(name, stranger, stranger, "")),
    // Not with the leaves' key: Chromium, told to trust that, would take these too.
    expired: remembered((name) => mint(name, stranger, root, ca, now - YEAR_MS)),
    misnamed: remembered(() => mint("somewhere-else.test", stranger, root, ca)),
  };
}

const newKeys = (): KeyPair => generateKeyPairSync("ec", { namedCurve: "prime256v1" });

function remembered(make: (name: string) => Leaf): (name: string) => Leaf {
  const known = new Map<string, Leaf>();
  return (given) => {
    const name = given.replace(/\.$/, "").toLowerCase();
    const leaf = known.get(name) ?? make(name);
    if (known.size >= MOST_NAMES) known.clear();
    known.set(name, leaf);
    return leaf;
  };
}

interface Wanted {
  readonly subject: string;
  readonly issuer: string;
  readonly keys: KeyPair;
  readonly signer: KeyPair;
  /** Names and IP addresses the leaf is for; none: an authority. */
  readonly names: readonly string[];
  readonly now: number;
}

/** An X.509 v3 certificate (RFC 5280) as PEM, good from a day ago for sixty days. */
function certificate({ subject, issuer, keys, signer, names, now }: Wanted): string {
  const algorithm = der.sequence(der.oid("1.2.840.10045.4.3.2")); // ecdsa-with-SHA256
  const body = der.sequence(
    der.context(0, der.integer(Buffer.from([2]))), // version 3
    der.integer(randomBytes(16)),
    algorithm,
    commonName(issuer),
    der.sequence(der.time(new Date(now - DAY_MS)), der.time(new Date(now + 60 * DAY_MS))),
    commonName(subject),
    keys.publicKey.export({ type: "spki", format: "der" }),
    der.context(3, der.sequence(...(names.length > 0 ? leafExtensions(names) : authorityExtensions()))),
  );
  const whole = der.sequence(body, algorithm, der.bits(sign("sha256", body, signer.privateKey)));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

const commonName = (name: string): Buffer => der.sequence(der.set(der.sequence(der.oid("2.5.4.3"), der.utf8(name))));

const extension = (id: string, critical: boolean, content: Buffer): Buffer =>
  der.sequence(der.oid(id), ...(critical ? [der.boolean(true)] : []), der.octets(content));

const authorityExtensions = (): Buffer[] => [
  extension("2.5.29.19", true, der.sequence(der.boolean(true))), // basicConstraints: CA
  extension("2.5.29.15", true, der.bits(Buffer.from([0b0000_0110]), 1)), // keyUsage: keyCertSign, cRLSign
];

const leafExtensions = (names: readonly string[]): Buffer[] => [
  extension("2.5.29.15", true, der.bits(Buffer.from([0b1000_0000]), 7)), // keyUsage: digitalSignature
  extension("2.5.29.37", false, der.sequence(der.oid("1.3.6.1.5.5.7.3.1"))), // extKeyUsage: serverAuth
  extension("2.5.29.17", false, der.sequence(...names.map(alternativeName))),
];

/** dNSName is [2], iPAddress is [7] with its bytes; the lab has IPv4 addresses only. */
const alternativeName = (name: string): Buffer =>
  isIP(name) === 4
    ? der.context(7, Buffer.from(name.split(".").map(Number)), false)
    : der.context(2, Buffer.from(name, "ascii"), false);
