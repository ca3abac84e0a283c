import { checkConfig } from "../../src/config/parse-config.ts";
import type { BalancerOptions } from "../../src/model/outbound.ts";

/** Reads a balancer's fields as a person writes them, with the product's own configuration: its defaults, its refusals. */
export function balancerOptions(
  strategy: string,
  members: readonly string[],
  written: Readonly<Record<string, unknown>>,
): BalancerOptions {
  const proxies = members.map((tag, i) => ({ type: "http", tag, server: "192.0.2.1", server_port: 1000 + i }));
  const balancer = { type: "balancer", tag: "the group", outbounds: members, strategy, ...written };
  const { config, findings } = checkConfig({ outbounds: [...proxies, balancer] });
  const made = config.outbounds.find(({ tag }) => tag === balancer.tag);
  if (made?.kind !== "balancer") throw new Error(`not a balancer: ${JSON.stringify(findings)}`);
  const wrong = findings.filter(({ level }) => level === "error");
  if (wrong.length > 0) throw new Error(`refused: ${JSON.stringify(wrong)}`);
  return made.options;
}
