import type { EngineInput } from "../../src/engine/contract.ts";

export interface NetworkParts {
  readonly isOnline: () => boolean;
  /** What the core takes for so; null: there is no core. */
  readonly believed: () => boolean | null;
  readonly input: (input: EngineInput) => void;
  /** Servers of rule lists may be reachable now. */
  readonly reachable: () => void;
}

/** What the core and the rule lists are told of the computer's network. */
export interface NetworkPolicy {
  /** The browser said so. */
  online(online: boolean): void;
  changed(): void;
  /** Looks itself: Chrome's worker is told of no such event. */
  look(): void;
}

export function createNetworkPolicy({ isOnline, believed, input, reachable }: NetworkParts): NetworkPolicy {
  function tell(online: boolean): void {
    if (online === (believed() ?? online)) return;
    input({ kind: "online", online });
    if (online) reachable();
  }
  return {
    online: tell,
    changed() {
      input({ kind: "network-changed" });
      reachable();
    },
    look: () => tell(isOnline()),
  };
}
