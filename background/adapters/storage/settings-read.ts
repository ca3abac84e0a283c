import { fail, type Outcome, ok } from "../../../src/lib/result.ts";
import { MODES, type Mode } from "../../../src/protocol/view.ts";
import type { Settings, StoredConfig } from "../../ports/store.ts";

/** What is there from install until a person enters something: off, and no configuration. */
export const FRESH: Settings = { mode: "system", config: null, webRtc: false, picks: {} };

/** Fails, naming the field, on anything that was not written by us. */
export function settingsFrom(raw: Record<string, unknown>): Outcome<Settings, string> {
  const { mode = FRESH.mode, config = FRESH.config, webRtc = FRESH.webRtc, picks = FRESH.picks } = raw;
  if (!isMode(mode)) return fail("mode");
  if (config !== null && !isStoredConfig(config)) return fail("config");
  if (typeof webRtc !== "boolean") return fail("webRtc");
  if (!isRecord(picks) || !Object.values(picks).every((pick) => typeof pick === "string")) return fail("picks");
  return ok({ mode, config, webRtc, picks: picks as Record<string, string> });
}

/** Fails as `settingsFrom`; none were kept yet: none. */
export function versionsFrom({ versions = [] }: Record<string, unknown>): Outcome<readonly StoredConfig[], string> {
  return Array.isArray(versions) && versions.every(isStoredConfig) ? ok(versions) : fail("versions");
}

/** Whether a write failed for want of room, by what the browser says of it. */
export const isFull = (error: string): boolean => /quota/i.test(error);

const isMode = (value: unknown): value is Mode => MODES.some((mode) => mode === value);

function isStoredConfig(value: unknown): value is StoredConfig {
  return (
    isRecord(value) &&
    typeof value.text === "string" &&
    typeof value.revision === "number" &&
    typeof value.savedAt === "number"
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
