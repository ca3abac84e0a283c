/**
 * Whether a host is one that a browser never sends through a proxy, whatever it is told (facts).
 *
 * @param host lower case, without brackets and without a trailing dot
 */
export function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    /^127\./.test(host) ||
    host === "::1" ||
    /^169\.254\./.test(host)
  );
}
