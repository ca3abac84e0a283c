import type { Outcome } from "../../src/lib/result.ts";
import type { KnownExitIp } from "../../src/model/exit-ip.ts";
import type { History, HistoryEntry } from "../../src/model/history.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import type { Mode } from "../../src/protocol/view.ts";
import type { RecordParts } from "../run/run-record.ts";

/** The configuration as the person wrote it. */
export interface StoredConfig {
  readonly text: string;
  readonly revision: number;
  /** ms since the epoch. */
  readonly savedAt: number;
}

/** What a person entered. */
export interface Settings {
  readonly mode: Mode;
  /** Null: nothing was ever entered. */
  readonly config: StoredConfig | null;
  /** Whether WebRTC is to be kept from sending past the proxies. */
  readonly webRtc: boolean;
  /** What selectors were switched to. */
  readonly picks: Readonly<Record<Tag, Tag>>;
}

/**
 * Keeps what a person entered (`storage.local`). A read that fails is an error, never an empty answer, so that nobody
 * writes defaults over what is there.
 */
export interface SettingsStore {
  read(): Promise<Outcome<Settings, string>>;
  /** Former configurations, the newest first, at most ten. Read for who asks for them: they are ten times as long as all else. */
  readVersions(): Promise<Outcome<readonly StoredConfig[], string>>;
  write(change: Partial<Settings & { readonly versions: readonly StoredConfig[] }>): Promise<Outcome<null, WriteFault>>;
}

/** Why nothing was written. `isFull`: the browser has no room for so much. */
export interface WriteFault {
  readonly message: string;
  readonly isFull: boolean;
}

/** A configuration that was checked in this run of the browser. */
export interface Checked {
  /** Tells its text from every other. */
  readonly key: string;
  /** A `KeptConfig`, as JSON. */
  readonly checked: string;
}

/**
 * Keeps the checked configuration for the run (`storage.session`), so that a woken background need not check it again: for
 * a thousand proxies that takes longer than all the rest. It may be lost without harm.
 */
export interface CheckedStore {
  read(): Promise<Checked | null>;
  write(checked: Checked): Promise<void>;
}

/** The record of the run (`storage.session`): gone when the browser exits, kept while the background is stopped. */
export interface RunStore {
  /** Its parts, as they were written last; none: a new run. */
  read(): Promise<RecordParts>;
  /** All of these or, when it rejects, none; the other parts stay. */
  write(parts: RecordParts): Promise<void>;
}

/** What is kept for the next run of one outbound; `endpoint` tells a changed proxy from the old one of the same tag. */
export interface SavedResult {
  readonly tag: Tag;
  readonly endpoint: string;
  readonly result: TestResult | null;
  readonly exit: KnownExitIp | null;
}

/** Results and exit addresses of earlier runs (IndexedDB). It may be lost without harm: a failed read is an empty one. */
export interface ResultStore {
  read(): Promise<readonly SavedResult[]>;
  write(saved: readonly SavedResult[]): Promise<void>;
  drop(tags: readonly Tag[]): Promise<void>;
}

/** Which proxy a history is of: one that is somewhere else now does not inherit that of its tag. */
export interface HistoryKey {
  readonly tag: Tag;
  readonly endpoint: string;
}

export interface EndedTest extends HistoryKey {
  readonly test: HistoryEntry;
}

/** Past tests of each proxy (IndexedDB). They may be lost without harm: a failed read is an empty one. */
export interface HistoryStore {
  read(of: HistoryKey): Promise<History>;
  /**
   * Adds tests, each once however often it is told, and drops what there is of any proxy that is not among `only`.
   *
   * @param only null: nothing is dropped
   */
  write(ended: readonly EndedTest[], only: readonly HistoryKey[] | null): Promise<void>;
}
