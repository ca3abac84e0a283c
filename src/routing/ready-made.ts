/**
 * What `private-networks` stands for: addresses that nobody reaches over the internet (RFC 6890): this host, private use,
 * a carrier's own, loopback, link-local.
 */
export const PRIVATE_NETWORKS: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::/128",
  "::1/128",
  "fc00::/7",
  "fe80::/10",
];
