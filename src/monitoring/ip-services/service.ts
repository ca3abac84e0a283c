import type { ExitIp } from "../../model/exit-ip.ts";

/** A service that tells the address a request came from. */
export interface IpService {
  /** As the seed names it. */
  readonly name: string;
  readonly url: string;
  /** Reads the body of a 200 answer; null: it reports a failure, or holds no valid address (IP2). */
  read(body: string): ExitIp | null;
}

/** The record of an answer; null: it does not count. Only status 200 does. */
export function readAnswer(service: IpService, status: number, body: string): ExitIp | null {
  return status === 200 ? service.read(body) : null;
}
