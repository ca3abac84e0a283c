import type { Control } from "../../../../src/protocol/view.ts";
import { withinTime } from "../../../lib/within-time.ts";

/** Nothing listens at the discard port of this machine: a proxy there refuses every request at once (fact C13). */
const DEAD = { scheme: "http", host: "127.0.0.1", port: 9 } as const;

/** Chrome answers within milliseconds. A call that it never answers counts as failed: the next look tries again. */
const PATIENCE_MS = 10_000;

/** Chrome's proxy setting: ours while the extension is on, the browser's own otherwise. */
export interface ProxySetting {
  /** True only while the PAC in force is ours. */
  readonly ours: boolean;
  /** Reads the setting anew; the PAC text in force when it is ours. Rejects, as all do, when Chrome does not answer in time. */
  read(): Promise<{ readonly control: "ours" | "free" | "extension" | "policy"; readonly pac: string | null }>;
  setPac(text: string): Promise<void>;
  /** Everything is refused. */
  setDead(): Promise<void>;
  clear(): Promise<void>;
}

/** @param changed called when the owner of the setting changes */
export function createProxySetting(changed: () => void): ProxySetting {
  let ours = false;
  const scope = "regular" as const;

  async function read(): ReturnType<ProxySetting["read"]> {
    const { levelOfControl, value } = await withinTime(chrome.proxy.settings.get({}), PATIENCE_MS);
    ours = levelOfControl === "controlled_by_this_extension" && value?.mode === "pac_script";
    const control = CONTROLS[levelOfControl] ?? "policy";
    return { control, pac: ours ? (value.pacScript?.data ?? null) : null };
  }

  const set = (value: chrome.proxy.ProxyConfig): Promise<void> =>
    withinTime(chrome.proxy.settings.set({ scope, value }), PATIENCE_MS);

  chrome.proxy.settings.onChange.addListener((details) => {
    ours = details.levelOfControl === "controlled_by_this_extension" && details.value?.mode === "pac_script";
    changed();
  });

  return {
    get ours() {
      return ours;
    },
    read,
    async setPac(data) {
      await set({ mode: "pac_script", pacScript: { data, mandatory: true } });
      await read();
    },
    async setDead() {
      await set({ mode: "fixed_servers", rules: { singleProxy: DEAD } });
      await read();
    },
    async clear() {
      await withinTime(chrome.proxy.settings.clear({ scope }), PATIENCE_MS);
      await read();
    },
  };
}

const CONTROLS: Readonly<Record<string, "ours" | "free" | "extension" | "policy">> = {
  controlled_by_this_extension: "ours",
  controllable_by_this_extension: "free",
  controlled_by_other_extensions: "extension",
  not_controllable: "policy",
};

/** What the popup says of who owns the setting while the extension is on. */
export function controlOf(control: "ours" | "free" | "extension" | "policy"): Control {
  return control === "extension" || control === "policy" ? { kind: "taken", by: control } : { kind: "ours" };
}
