import browser from "webextension-polyfill";
import { withinTime } from "../../lib/within-time.ts";

/** A store that never answers counts as one that fails: nothing can be put in force while it is waited for. */
const PATIENCE_MS = 10_000;

/** Something that is known for as long as the browser runs. */
export interface OfBrowserRun {
  save(): unknown;
  load(saved: unknown): void;
  /** The browser has just been started: what was before is over. */
  begin(): void;
}

/** Keeps what a browser knows of accounts, as hashes, where an update of the extension finds it again. */
export interface KeptUntilBrowserEnds {
  /** Resolves when what was kept is known, or cannot be read now: the next call tries again. Never rejects. */
  read(): Promise<void>;
  /** To be called before the browser is told what is new. What could not be read is not written over. Never rejects. */
  write(): Promise<void>;
}

/**
 * In `storage.local`, since both browsers keep accounts until they exit (facts C25, F18). An update of the extension, or
 * switching it off and on, ends `storage.session` earlier, and one account would then go out as another. A start of the
 * browser ends what it kept. A store that fails is passed over: the value is known for as long as the extension runs.
 *
 * @param begun called when the browser was started, after `kept` was told
 */
export function keepUntilBrowserEnds(
  key: string,
  kept: OfBrowserRun,
  begun: () => void = () => {},
): KeptUntilBrowserEnds {
  /** Null: it was not read yet. */
  let written: string | null = null;
  let hasBegun = false;
  let reading = load();

  async function load(): Promise<void> {
    try {
      const { [key]: saved } = await withinTime(browser.storage.local.get(key), PATIENCE_MS);
      written = JSON.stringify(saved) ?? "";
      kept.load(saved);
      if (hasBegun) kept.begin();
    } catch {
      // It is tried again.
    }
  }

  async function read(): Promise<void> {
    const under = reading;
    await under;
    if (written !== null) return;
    if (reading === under) reading = load();
    await reading;
  }

  async function write(): Promise<void> {
    const saved = kept.save();
    const text = JSON.stringify(saved);
    if (written === null || text === written) return;
    await withinTime(browser.storage.local.set({ [key]: saved }), PATIENCE_MS).then(
      () => {
        written = text;
      },
      () => {},
    );
  }

  browser.runtime.onStartup.addListener(() => {
    hasBegun = true;
    void reading.then(() => {
      kept.begin();
      begun();
      return write();
    });
  });
  return { read, write };
}
