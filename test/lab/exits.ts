import { connect, type Socket } from "node:net";

/** Where requests leave the lab's proxies: what an IP service says of it, and the loopback address that proves it. */
export interface Exit {
  /** The source address an origin sees: 127.0.1.k; `direct` for a request that no proxy carried. */
  readonly address: string;
  /** What the IP services answer: an address of a documentation range, as loopback ones are no exit. */
  readonly ip: string;
  readonly country: string;
  readonly countryName: string;
  readonly region: string;
  readonly city: string;
  readonly asn: number;
  readonly org: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly postalCode: string;
}

type Place = readonly [string, string, string, string, number, number, string];

const PLACES: readonly Place[] = [
  ["DE", "Germany", "Hesse", "Frankfurt am Main", 50.1155, 8.6842, "60313"],
  ["NL", "Netherlands", "North Holland", "Amsterdam", 52.374, 4.8897, "1012"],
  ["FI", "Finland", "Uusimaa", "Helsinki", 60.1695, 24.9354, "00100"],
  ["US", "United States", "Virginia", "Ashburn", 39.0469, -77.4903, "20147"],
  ["JP", "Japan", "Tokyo", "Tokyo", 35.6893, 139.6899, "101-8656"],
  ["GB", "United Kingdom", "England", "London", 51.5085, -0.1257, "EC1A"],
  ["SG", "Singapore", "North West", "Singapore", 1.2897, 103.8501, "238859"],
  ["CA", "Canada", "Quebec", "Montreal", 45.5088, -73.5878, "H2Y"],
];

/** Exits are numbered 1 to 250; several proxies may share one. */
export const MOST_EXITS = 250;

const exitAt = (address: string, ip: string, number: number): Exit => {
  const place = PLACES[(number - 1) % PLACES.length];
  if (!place) throw new RangeError(`expected an exit from 1 to ${MOST_EXITS}, got ${number}`);
  const [country, countryName, region, city, latitude, longitude, postalCode] = place;
  const asn = 64_496 + (number % 16); // of the numbers kept for documentation (RFC 5398)
  const org = `Lab Networks ${number}`;
  return { address, ip, country, countryName, region, city, asn, org, latitude, longitude, postalCode };
};

/** Who asks without a proxy. */
export const DIRECT_EXIT: Exit = {
  ...exitAt("direct", "192.0.2.77", 1),
  country: "CH",
  countryName: "Switzerland",
  region: "Zurich",
  city: "Zurich",
};

/** Of a connection whose other end was gone before it could be asked. */
const UNKNOWN_EXIT: Exit = { ...DIRECT_EXIT, address: "unknown" };

export interface Exits {
  exit(number: number): Exit;
  /** Dials the lab's origins from an exit's address. */
  dial(exit: Exit, port: number): Socket;
  /** The exit a connection that reached an origin came from. */
  of(socket: { readonly remoteAddress?: string | undefined; readonly remotePort?: number | undefined }): Exit;
}

/**
 * `ownAddresses`: whether the machine has all of 127.0.0.0/8 (Linux, Windows), so that the kernel itself says who dialled. Else (macOS)
 * the source port says it, noted before the first byte is sent.
 */
export function createExits(ownAddresses: boolean): Exits {
  const byAddress = new Map<string, Exit>();
  const byPort = new Map<number, Exit>();
  const exit = (number: number): Exit => {
    const address = `127.0.1.${number}`;
    const known = byAddress.get(address) ?? exitAt(address, `203.0.113.${number}`, number);
    byAddress.set(address, known);
    return known;
  };
  const dial = (from: Exit, port: number): Socket => {
    if (ownAddresses) return connect({ host: "127.0.0.1", port, localAddress: from.address, noDelay: true });
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    socket.once("connect", () => {
      const source = socket.localPort ?? 0;
      byPort.set(source, from);
      socket.once("close", () => byPort.delete(source));
    });
    return socket;
  };
  return {
    exit,
    dial,
    of(socket) {
      // A peer that has gone already has no address: it cannot be said whether a proxy carried it.
      if (socket.remoteAddress === undefined) return UNKNOWN_EXIT;
      return byAddress.get(socket.remoteAddress) ?? byPort.get(socket.remotePort ?? 0) ?? DIRECT_EXIT;
    },
  };
}
