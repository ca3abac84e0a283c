/** What the public documentation of the balancer prints: its example, and the defaults of its table. */
export const BALANCER_EXAMPLE = {
  type: "balancer",
  tag: "balance",
  outbounds: ["server-a", "server-b", "server-c"],
  strategy: "round-robin",
  delay_acceptable_ratio: 2,
};

export const BALANCER_DEFAULTS: readonly (readonly [name: string, value: unknown])[] = [
  ["strategy", "round-robin"],
  ["pool", 3],
  ["delay_acceptable_ratio", 2],
  ["delay_acceptable_ratio", 0],
  ["max_retry", 0],
  ["ttl", 0],
  ["interrupt_exist_connections", false],
  ["tolerance", 50],
  ["tolerance_ratio", 0.1],
];

/** What that of the monitoring prints. */
export const MONITORING_EXAMPLE = {
  experimental: {
    monitoring: {
      interval: "5m",
      urls: ["https://www.gstatic.com/generate_204", "https://cp.cloudflare.com"],
      url_test_timeout: "5s",
      on_demand_timeouts: ["1s", "3s", "10s"],
      idle_timeout: "10m",
    },
  },
};

export const MONITORING_DEFAULTS: readonly (readonly [name: string, value: unknown])[] = [
  ["interval", "5m"],
  ["urls", ["https://www.gstatic.com/generate_204"]],
  ["ipinfo_url", ""],
  ["verify_ipv6", false],
  ["ipv6_declared", {}],
  ["workers", 10],
  ["url_test_timeout", "5s"],
  ["on_demand_timeouts", ["1s", "3s", "10s"]],
  ["idle_timeout", "10m"],
  ["debounce_window", "500ms"],
];
