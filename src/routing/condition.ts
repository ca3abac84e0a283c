import type { Condition, RoutedRequest } from "./contract.ts";

/** Whether a request has the port, the scheme and the container that are asked for. */
export function holds(
  { port, protocol, container }: Condition,
  { scheme, port: at, container: id }: RoutedRequest,
): boolean {
  if (port && !port.includes(at)) return false;
  if (protocol && !protocol.some((one) => one === scheme)) return false;
  return !container || container.includes(id);
}
