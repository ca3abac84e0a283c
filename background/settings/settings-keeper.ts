import type { Troubles } from "../../src/config/trouble.ts";
import { hash32 } from "../../src/lib/hash.ts";
import type { Outcome } from "../../src/lib/result.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { ConfigText, SaveOutcome } from "../../src/protocol/requests.ts";
import type { Mode } from "../../src/protocol/view.ts";
import { createMutex } from "../lib/mutex.ts";
import type { Workshop } from "../ports/offload.ts";
import type { Checked, CheckedStore, Settings, SettingsStore, StoredConfig, WriteFault } from "../ports/store.ts";
import type { LoadedText, ShownRule } from "./check-text.ts";
import { type HeldConfig, type KeptConfig, withAccounts } from "./without-accounts.ts";

const VERSIONS = 10;

/** What routing may rest on: a checked configuration, or the reason why everything is blocked. */
export type Usable =
  | {
      readonly kind: "config";
      readonly config: HeldConfig;
      readonly revision: number;
      /** What of it is not in force as it is written. */
      readonly troubles: Troubles;
    }
  | { readonly kind: "blocked"; readonly why: "no-config" | "bad-config" | "storage" };

/** What a person entered, without the configuration's text. */
export interface HeldSettings extends Omit<Settings, "config"> {
  readonly config: Omit<StoredConfig, "text"> | null;
}

/** Keeps what a person entered: the configuration with its former versions, the mode, the picks. */
export interface ConfigKeeper {
  /** Reads the store; to be called once before all else. Never writes. */
  load(): Promise<void>;
  /** Null: the store could not be read. */
  readonly settings: HeldSettings | null;
  usable(): Usable;
  text(): Promise<ConfigText>;
  version(revision: number): Promise<string | null>;
  /** A rule as it was written, by its place, to be looked at; null: there is none. */
  rule(place: number): Promise<ShownRule | null>;
  /** Checks and keeps an edit; nothing changes unless the outcome is `saved`. */
  save(text: string, basedOn: number, savedAt: number): Promise<SaveOutcome>;
  /** Throws when it cannot be kept: then nothing was changed. */
  setMode(mode: Mode): Promise<void>;
  /** As `setMode`. */
  setWebRtc(closed: boolean): Promise<void>;
  /** As `setMode`; other selectors keep their picks. */
  pick(group: Tag, member: Tag): Promise<void>;
}

/** @param checked remembers for the run what was checked already */
export function createConfigKeeper(
  store: SettingsStore,
  checked: CheckedStore,
  workshop: Pick<Workshop, "check" | "load" | "rule">,
): ConfigKeeper {
  let settings: HeldSettings | null = null;
  let usable: Usable = { kind: "blocked", why: "storage" };
  /** A change rests on what the one before left: they are kept one after the other. */
  const mutex = createMutex();

  async function use(next: Settings, known: Checked | null): Promise<void> {
    const { config } = next;
    const kept: KeptConfig | null = config && known?.key === keyOf(config) ? JSON.parse(known.checked) : null;
    const ready = config && kept && withAccounts(kept, config.text);
    usable =
      config && ready
        ? { kind: "config", config: ready, revision: config.revision, troubles: kept.troubles }
        : await judge(config);
    settings = held(next);
  }

  async function judge(stored: StoredConfig | null): Promise<Usable> {
    if (!stored) return { kind: "blocked", why: "no-config" };
    const outcome = await workshop.load(stored.text);
    return outcome.ok ? take(stored, outcome.value) : { kind: "blocked", why: "bad-config" };
  }

  function take(stored: StoredConfig, { config, troubles, kept }: LoadedText): Usable {
    if (kept !== null) void checked.write({ key: keyOf(stored), checked: kept });
    return { kind: "config", config, revision: stored.revision, troubles };
  }

  return {
    async load() {
      const [read, known] = await Promise.all([store.read(), checked.read()]);
      if (read.ok) await use(read.value, known);
    },
    get settings() {
      return settings;
    },
    usable: () => usable,
    async text() {
      const config = await stored();
      const versions = await formerly();
      return {
        text: config?.text ?? "",
        revision: config?.revision ?? 0,
        versions: versions.map(({ revision, savedAt }) => ({ revision, savedAt })),
      };
    },
    async rule(place) {
      const config = await stored();
      return config && workshop.rule(config.text, place);
    },
    version: async (revision) => (await formerly()).find((one) => one.revision === revision)?.text ?? null,
    save: (text, basedOn, savedAt) => mutex.run(() => save(text, basedOn, savedAt)),
    setMode: (mode) => mutex.run(() => change({ mode })),
    setWebRtc: (webRtc) => mutex.run(() => change({ webRtc })),
    pick: (group, member) => mutex.run(() => change({ picks: { ...settings?.picks, [group]: member } })),
  };

  /** As it is kept: its text, a hundred times as long as all else where there are many rules, is not held. */
  async function stored(): Promise<StoredConfig | null> {
    const read = await store.read();
    if (!settings || !read.ok) throw new Error("storage");
    return read.value.config;
  }

  /** To be looked at: what cannot be read is not there. */
  async function formerly(): Promise<readonly StoredConfig[]> {
    const read = await store.readVersions();
    return read.ok ? read.value : [];
  }

  async function save(text: string, basedOn: number, savedAt: number): Promise<SaveOutcome> {
    if (!settings) return { kind: "failed", message: "storage" };
    const current = settings.config?.revision ?? 0;
    if (basedOn !== current) return { kind: "conflict", revision: current };
    const outcome = await workshop.check(text);
    if (!outcome.ok) return { kind: "refused", problems: outcome.error };
    const [before, former] = await Promise.all([store.read(), store.readVersions()]);
    if (!before.ok) return { kind: "failed", message: before.error };
    if (!former.ok) return { kind: "failed", message: former.error };
    const config: StoredConfig = { text, revision: current + 1, savedAt };
    const versions = [...(before.value.config ? [before.value.config] : []), ...former.value].slice(0, VERSIONS);
    const written = await writeWithRoom(config, versions);
    if (!written.ok) return { kind: "failed", message: written.error.message };
    settings = held({ ...settings, config });
    usable = take(config, outcome.value);
    return { kind: "saved", revision: config.revision, notes: outcome.value.notes };
  }

  /** A browser has room for 10 MB: where that is too little, the oldest versions go; for no other fault do they. */
  async function writeWithRoom(
    config: StoredConfig,
    versions: readonly StoredConfig[],
  ): Promise<Outcome<null, WriteFault>> {
    const written = await store.write({ config, versions });
    if (written.ok || !written.error.isFull || versions.length === 0) return written;
    return writeWithRoom(config, versions.slice(0, Math.floor(versions.length / 2)));
  }

  async function change(
    part: Pick<Settings, "mode"> | Pick<Settings, "webRtc"> | Pick<Settings, "picks">,
  ): Promise<void> {
    if (!settings) throw new Error("storage");
    const written = await store.write(part);
    if (!written.ok) throw new Error(written.error.message);
    settings = { ...settings, ...part };
  }
}

/** The whole text counts, so that a store which was written by another hand is checked. */
const keyOf = ({ text, revision, savedAt }: StoredConfig): string =>
  `${revision} ${savedAt} ${text.length} ${hash32(text)}`;

const held = ({ config, ...settings }: Settings): HeldSettings => ({
  ...settings,
  config: config && { revision: config.revision, savedAt: config.savedAt },
});
