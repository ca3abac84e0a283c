import { type Parsed, parseConfig } from "../../../src/config/parse-config.ts";

/** A configuration's parts as a person writes them, each with what a test changes. */
export const proxy = (more: object = {}) => ({ type: "http", tag: "a", server: "192.0.2.1", server_port: 80, ...more });
export const group = (more: object = {}) => ({ type: "balancer", tag: "g", outbounds: ["a"], ...more });
export const selector = (tag: string, outbounds: string[], more: object = {}) => ({
  type: "selector",
  tag,
  outbounds,
  ...more,
});
export const config = (outbounds: object[], more: object = {}) => JSON.stringify({ outbounds, ...more }, null, 1);

export function good(text: string): Parsed {
  const parsed = parseConfig(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

/** Everything that is wrong, as `path <- what came`. */
export function wrong(text: string): string[] {
  const parsed = parseConfig(text);
  return parsed.ok ? [] : parsed.error.map(({ path, came }) => `${path} <- ${came}`);
}
