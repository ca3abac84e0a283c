import { expect, test } from "vitest";
import { isFull, settingsFrom, versionsFrom } from "../../../../background/adapters/storage/settings-read.ts";
import { MODES } from "../../../../src/protocol/view.ts";

const config = { text: "{}", revision: 1, savedAt: 2 };

test("an empty store is a fresh install: off, nothing entered", () => {
  expect(settingsFrom({})).toEqual({ ok: true, value: { mode: "system", config: null, webRtc: false, picks: {} } });
  expect(versionsFrom({})).toEqual({ ok: true, value: [] });
});

test.each(MODES)("what was written is read: %s", (mode) => {
  const kept = { mode, config, webRtc: true, picks: { select: "a" } };
  expect(settingsFrom(kept)).toEqual({ ok: true, value: kept });
  expect(versionsFrom({ versions: [config] })).toEqual({ ok: true, value: [config] });
});

test("what was written before there was a choice about WebRTC is read, and the choice is no", () => {
  const kept = { mode: "balanced", config, picks: { select: "a" } };
  expect(settingsFrom(kept)).toEqual({ ok: true, value: { ...kept, webRtc: false } });
});

test.each([
  ["webRtc", { webRtc: "yes" }],
  ["mode", { mode: "on" }],
  ["config", { config: "text" }],
  ["config", { config: { text: 5, revision: 1, savedAt: 2 } }],
  ["picks", { picks: [] }],
  ["picks", { picks: { a: 1 } }],
])("B20 · a %s that nobody of us wrote makes the read fail: %j", (field, raw) => {
  expect(settingsFrom({ config, ...raw })).toEqual({ ok: false, error: field });
});

test.each([{ versions: {} }, { versions: [null] }, { versions: null }])("B20 · the same of versions: %j", (raw) => {
  expect(versionsFrom(raw)).toEqual({ ok: false, error: "versions" });
});

test.each([
  ["Chrome's words", "Error: Resource::kQuotaBytes quota exceeded", true],
  ["Chrome's former words", "Error: QUOTA_BYTES quota exceeded", true],
  ["Firefox's words", "Error: QuotaExceededError: storage.local API call exceeded its quota limitations.", true],
  ["any other fault", "Error: An unexpected error occurred", false],
])("whether there is no room for a write: %s", (_, words, full) => {
  expect(isFull(words)).toBe(full);
});
