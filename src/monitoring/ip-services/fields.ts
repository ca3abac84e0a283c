import type { ExitIp } from "../../model/exit-ip.ts";
import { canonicalIp } from "../ip-address.ts";

export type Json = Readonly<Record<string, unknown>>;

/** The JSON object of a body; null: it is something else. */
export function jsonObject(body: string): Json | null {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

const MOST = 200;

/** A text that is not empty; anything else is left out (IP2). */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, MOST) : undefined;
}

export function number(value: unknown, from: number, to: number): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= from && value <= to ? value : undefined;
}

/** IP3: two letters; XX (unknown) and T1 (Tor) are no country. */
export function country(value: unknown): string | undefined {
  const code = text(value)?.toUpperCase();
  return code !== undefined && /^[A-Z]{2}$/.test(code) && code !== "XX" ? code : undefined;
}

/** A number, or a text such as "AS64500" or "AS64500 Example AB". */
export function asn(value: unknown): number | undefined {
  const written = typeof value === "string" ? /^(?:AS)?(\d{1,10})\b/i.exec(value.trim())?.[1] : undefined;
  const whole = written === undefined ? value : Number(written);
  return typeof whole === "number" && Number.isInteger(whole) ? number(whole, 1, 4_294_967_295) : undefined;
}

/** Fields as they were found; those that are undefined are left out. Null without a valid address. */
export function record(
  ip: unknown,
  found: { readonly [K in Exclude<keyof ExitIp, "ip">]?: ExitIp[K] | undefined },
): ExitIp | null {
  const address = typeof ip === "string" ? canonicalIp(ip) : null;
  if (address === null) return null;
  return { ip: address, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) };
}

/** Latitude and longitude in degrees, each left out when it is none. */
export function place(latitude: unknown, longitude: unknown): { latitude?: number; longitude?: number } {
  const lat = number(latitude, -90, 90);
  const lon = number(longitude, -180, 180);
  return { ...(lat === undefined ? {} : { latitude: lat }), ...(lon === undefined ? {} : { longitude: lon }) };
}
