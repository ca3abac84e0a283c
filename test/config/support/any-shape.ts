import fc from "fast-check";
import { config, group, proxy } from "./shapes.ts";

/** Values of any shape, among them objects that JavaScript cannot make a text of. */
export const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.jsonValue(),
    fc.constantFrom("http", "socks", "balancer", "selector", "direct", "a", "g", "5s", "remote", ["a"], {}),
    fc.record({ toString: tie("value"), valueOf: fc.constant(1) }),
  ),
})).value;

/** Where in a configuration a value may stand. */
export const PLACES: readonly ((value: unknown) => string)[] = [
  ...["type", "tag", "server", "server_port", "version", "tls", "username", "enabled", "weight", "detour"].map(
    (name) => (value: unknown) => config([proxy({ [name]: value })]),
  ),
  ...["type", "version"].map((name) => (value: unknown) => config([proxy({ type: "socks", [name]: value })])),
  ...["outbounds", "strategy", "sticky_hash", "ttl", "pool", "tolerance", "max_retry"].map(
    (name) => (value: unknown) => config([proxy(), group({ [name]: value })]),
  ),
  ...["rules", "rule_set", "final", "private_windows"].map(
    (name) => (value: unknown) => config([proxy()], { route: { [name]: value } }),
  ),
  ...["domain", "domain_regex", "ip_cidr", "port", "protocol", "rule_set", "invert", "outbound"].map(
    (name) => (value: unknown) =>
      config([proxy()], { route: { rules: [{ domain: "a.example", outbound: "a", [name]: value }] } }),
  ),
  ...["type", "tag", "url", "format", "update_interval"].map(
    (name) => (value: unknown) =>
      config([proxy()], {
        route: { rule_set: [{ type: "remote", tag: "x", url: "https://a.example/x.json", [name]: value }] },
      }),
  ),
  (value) => config([proxy()], { endpoints: value }),
  (value) => config([proxy()], { route: value }),
  (value) => config([proxy()], { experimental: value }),
  (value) => config([proxy()], { experimental: { monitoring: value, connections: value } }),
];
