export interface HeartbeatParts {
  readonly lookAtNetwork: () => void;
  readonly controller: { beat(): Promise<void>; keep(): Promise<void> };
  readonly router: { check(): Promise<void> };
  readonly webRtc: { follow(): Promise<void> };
  readonly connections: { settle(): Promise<void> };
}

/**
 * What runs every half minute: the core's own beat, a comparison with what the browser really has, and the closing of
 * connections. What is under way is written down at the end, since a browser stops a background that was idle for half a
 * minute. Nobody asked for it, so nobody is told where the router's check fails: the next beat tries again.
 */
export async function beat({ lookAtNetwork, controller, router, webRtc, connections }: HeartbeatParts): Promise<void> {
  lookAtNetwork();
  await controller.beat();
  await Promise.all([router.check().catch(() => {}), webRtc.follow()]);
  await connections.settle();
  await controller.keep();
}
