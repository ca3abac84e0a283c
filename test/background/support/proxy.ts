import type { ProxyOutbound, ProxyProtocol } from "../../../src/model/outbound.ts";

interface Named {
  readonly password: string | null;
  readonly host?: string;
  readonly port?: number;
  readonly protocol?: ProxyProtocol;
}

/** A proxy as a configuration makes it: at gw.example:3128 unless told otherwise. */
export const proxyOf = (tag: string, { password, host, port, protocol }: Named): ProxyOutbound => ({
  kind: "proxy",
  tag,
  protocol: protocol ?? "http",
  host: host ?? "gw.example",
  port: port ?? 3128,
  account: password === null ? null : { username: "u", password },
  enabled: true,
  remoteDns: true,
  udp: false,
  detour: null,
  weight: 1,
  note: "",
});
