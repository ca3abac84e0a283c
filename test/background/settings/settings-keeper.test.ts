import { expect, test } from "vitest";
import { workshop } from "../../../background/adapters/offload/offload.ts";
import type { Checked, CheckedStore, Settings, SettingsStore, StoredConfig } from "../../../background/ports/store.ts";
import { createConfigKeeper } from "../../../background/settings/settings-keeper.ts";
import { fail, ok } from "../../../src/lib/result.ts";

const config = (port: number) =>
  JSON.stringify({ outbounds: [{ type: "http", tag: "a", server: "192.0.2.1", server_port: port }] });

type Kept = Settings & { readonly versions: readonly StoredConfig[] };

function store(first: Partial<Kept> = {}) {
  let kept: Kept = { mode: "system", config: null, versions: [], webRtc: false, picks: {}, ...first };
  const state = { reads: true, writes: true, written: 0, failing: 0, room: Number.POSITIVE_INFINITY };
  const port: SettingsStore = {
    async read() {
      const { versions: _, ...settings } = kept;
      return state.reads ? ok(settings) : fail("the disk is gone");
    },
    readVersions: async () => (state.reads ? ok(kept.versions) : fail("the disk is gone")),
    async write(change) {
      if (!state.writes) return fail({ message: "the disk is gone", isFull: false });
      if (state.failing > 0) return fail({ message: `failed ${state.failing--}`, isFull: false });
      if (JSON.stringify({ ...kept, ...change }).length > state.room)
        return fail({ message: "the disk is full", isFull: true });
      state.written++;
      kept = { ...kept, ...change };
      return ok(null);
    },
  };
  let known: Checked | null = null;
  const checked: CheckedStore = {
    read: async () => known,
    async write(next) {
      known = JSON.parse(JSON.stringify(next));
    },
  };
  return { port, checked, state, kept: () => kept, known: () => known };
}

async function keeper(kept = store()) {
  const made = createConfigKeeper(kept.port, kept.checked, workshop);
  await made.load();
  return { keeper: made, ...kept };
}

test("nothing entered yet: there is no configuration, which is not the same as a bad one", async () => {
  expect((await keeper()).keeper.usable()).toEqual({ kind: "blocked", why: "no-config" });
  const bad = store({ config: { text: "{", revision: 3, savedAt: 1 } });
  expect((await keeper(bad)).keeper.usable()).toEqual({ kind: "blocked", why: "bad-config" });
});

test("B20 · a failed read blocks, and nothing is ever written over what could not be read", async () => {
  const kept = store();
  kept.state.reads = false;
  const { keeper: unread, state } = await keeper(kept);
  expect(unread.usable()).toEqual({ kind: "blocked", why: "storage" });
  expect(unread.settings).toBeNull();
  expect((await unread.save(config(80), 0, 5)).kind).toBe("failed");
  await expect(unread.text()).rejects.toThrow();
  expect(state.written).toBe(0);
});

test("a save is checked, kept with a rising revision, and the last ten versions before it can be read again", async () => {
  const { keeper: made } = await keeper();
  for (let i = 1; i <= 13; i++)
    expect(await made.save(config(i), i - 1, i * 10)).toMatchObject({ kind: "saved", revision: i });
  expect(await made.text()).toMatchObject({ text: config(13), revision: 13 });
  expect((await made.text()).versions.map(({ revision }) => revision)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(await made.version(12)).toBe(config(12));
  expect(await made.version(1)).toBeNull();
  expect(made.usable()).toMatchObject({ kind: "config", revision: 13 });
});

test("where the browser has no room the oldest versions go; a configuration that does not fit alone changes nothing", async () => {
  const { keeper: made, state, kept } = await keeper();
  for (let i = 1; i <= 5; i++) await made.save(config(i), i - 1, i);
  state.room = JSON.stringify(kept()).length;
  expect(await made.save(config(6), 5, 6)).toMatchObject({ kind: "saved", revision: 6 });
  expect((await made.text()).versions.map(({ revision }) => revision)).toEqual([5, 4]);
  const before = kept();
  state.room = 100;
  expect(await made.save(config(7), 6, 7)).toEqual({ kind: "failed", message: "the disk is full" });
  expect(kept()).toEqual(before);
});

test("a write that fails for any other reason costs no former version: nothing is saved, and it is said", async () => {
  const { keeper: made, state, kept } = await keeper();
  for (let i = 1; i <= 5; i++) await made.save(config(i), i - 1, i);
  const before = kept();
  state.failing = 1;
  expect(await made.save(config(6), 5, 6)).toEqual({ kind: "failed", message: "failed 1" });
  expect(kept()).toEqual(before);
  expect(await made.save(config(6), 5, 6)).toMatchObject({ kind: "saved", revision: 6 });
  expect((await made.text()).versions.map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1]);
});

test("B20 · former versions that cannot be read are not written over, and what is in force stays", async () => {
  const { keeper: made, state, kept } = await keeper();
  await made.save(config(80), 0, 1);
  await made.save(config(81), 1, 2);
  state.reads = false;
  const { written } = state;
  expect(await made.save(config(82), 2, 3)).toEqual({ kind: "failed", message: "the disk is gone" });
  await expect(made.text()).rejects.toThrow("storage");
  expect(made.usable()).toMatchObject({ kind: "config", revision: 2 });
  expect([state.written, kept().versions.length]).toEqual([written, 1]);
  state.reads = true;
  expect(await made.text()).toMatchObject({ text: config(81), revision: 2, versions: [{ revision: 1 }] });
});

test("a refused edit, a conflict and a failed write leave all as it was", async () => {
  const { keeper: made, state, kept } = await keeper();
  await made.save(config(80), 0, 1);
  const before = kept();
  expect((await made.save(config(0), 1, 2)).kind).toBe("refused");
  expect(await made.save(config(81), 0, 2)).toEqual({ kind: "conflict", revision: 1 });
  state.writes = false;
  expect((await made.save(config(82), 1, 2)).kind).toBe("failed");
  await expect(made.setMode("balanced")).rejects.toThrow("the disk is gone");
  expect(kept()).toEqual(before);
  expect(await made.text()).toMatchObject({ text: config(80), revision: 1 });
  expect(made.settings?.mode).toBe("system");
});

test("two saves at the same moment: the second is a conflict; two picks are both kept", async () => {
  const { keeper: made, kept } = await keeper();
  const outcomes = await Promise.all([made.save(config(80), 0, 1), made.save(config(81), 0, 1)]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["saved", "conflict"]);
  await Promise.all([made.pick("one", "a"), made.pick("two", "b")]);
  expect(kept()).toMatchObject({ config: { text: config(80), revision: 1 }, picks: { one: "a", two: "b" } });
});

test("a woken background takes the checked configuration of the run, and checks every other", async () => {
  const stored = { text: config(8080), revision: 3, savedAt: 1 };
  const kept = store({ config: stored });
  const { keeper: first } = await keeper(kept);
  const { keeper: woken } = await keeper(kept);
  expect(woken.usable()).toEqual(first.usable());
  const known = kept.known();
  if (!known) throw new Error("nothing was kept");
  // What is kept is what is used: only so is nothing checked again.
  const { config: found, ...rest } = JSON.parse(known.checked);
  const marked = { ...known, checked: JSON.stringify({ ...rest, config: { ...found, mark: true } }) };
  await kept.checked.write(marked);
  expect((await keeper(kept)).keeper.usable()).toMatchObject({ kind: "config", config: { mark: true } });
  for (const change of [{ text: config(8081) }, { text: "{" }, { revision: 4 }, { savedAt: 2 }]) {
    const other = store({ config: { ...stored, ...change } });
    await other.checked.write(marked);
    expect(JSON.stringify((await keeper(other)).keeper.usable())).not.toContain("mark");
  }
});

test("a saved configuration is the checked one of the run", async () => {
  const kept = store();
  const { keeper: made } = await keeper(kept);
  await made.save(config(8080), 0, 5);
  const usable = made.usable();
  expect(JSON.parse(kept.known()?.checked ?? "{}").config).toEqual(usable.kind === "config" ? usable.config : null);
});

const login = { type: "http", tag: "a", server: "192.0.2.1", server_port: 1, username: "me", password: "hush" };

test("accounts stay in the settings, and a woken background has them all the same", async () => {
  const text = JSON.stringify({ outbounds: [login, { ...login, tag: "b", username: "", password: "quiet" }] });
  const kept = store({ config: { text, revision: 1, savedAt: 1 } });
  const { keeper: first } = await keeper(kept);
  expect(JSON.stringify(kept.known())).not.toMatch(/hush|quiet|"me"/);
  expect((await keeper(kept)).keeper.usable()).toEqual(first.usable());
});

test("what cannot be put together again is not kept: it is checked at each wake", async () => {
  const text = `// mine\n${JSON.stringify({ outbounds: [login] })}`;
  const kept = store({ config: { text, revision: 1, savedAt: 1 } });
  const { keeper: first } = await keeper(kept);
  expect(first.usable().kind).toBe("config");
  expect(kept.known()).toBeNull();
});

const refused = JSON.stringify({
  outbounds: [login, { type: "ftp", tag: "x" }, { type: "balancer", tag: "g", outbounds: ["a", "x"] }],
  route: { rules: [{ domain: "x.example", outbound: "x" }] },
});
const TROUBLE = { effect: { kind: "outbound", tag: "x" }, problem: { path: "outbounds[1].type", line: 1 } };

test("B20 · what is stored and refused now blocks, the rest is in force, and the text stays as it is", async () => {
  const kept = store({ config: { text: refused, revision: 4, savedAt: 1 }, picks: { g: "a" } });
  const before = kept.kept();
  const { keeper: made } = await keeper(kept);
  const usable = made.usable();
  expect(usable).toMatchObject({ kind: "config", revision: 4, troubles: { count: 1, first: [TROUBLE] } });
  expect(usable.kind === "config" ? usable.config.outbounds : []).toMatchObject([
    { tag: "a", kind: "proxy", account: { password: "hush" } },
    { tag: "x", kind: "block", refused: true },
    { tag: "g", members: ["a"] },
  ]);
  expect([kept.kept(), kept.state.written]).toEqual([before, 0]);
  expect((await made.text()).text).toBe(refused);
});

test("B20 · a woken background has the same of it, without reading it again", async () => {
  const kept = store({ config: { text: refused, revision: 4, savedAt: 1 } });
  const { keeper: first } = await keeper(kept);
  expect(JSON.stringify(kept.known())).not.toContain("hush");
  const never = async (): Promise<never> => Promise.reject(new Error("read again"));
  const woken = createConfigKeeper(kept.port, kept.checked, { check: never, load: never, rule: never });
  await woken.load();
  expect(woken.usable()).toEqual(first.usable());
});

test("B20 · an edit is taken whole or refused, whatever is stored; one that is taken leaves nothing to tell", async () => {
  const { keeper: made } = await keeper(store({ config: { text: refused, revision: 4, savedAt: 1 } }));
  expect((await made.save(refused, 4, 2)).kind).toBe("refused");
  expect(await made.rule(0)).toMatchObject({ rule: { outbound: "x" }, refused: false });
  expect((await made.save(config(80), 4, 3)).kind).toBe("saved");
  expect(made.usable()).toMatchObject({ kind: "config", troubles: { count: 0 } });
});

test("the text of a configuration, of which 100,000 rules make 9 MB, is not held, and there for who asks for it", async () => {
  const { keeper: made, kept } = await keeper();
  await made.save(config(80), 0, 1);
  const again = await keeper(store({ ...kept() }));
  for (const one of [made, again.keeper]) {
    expect(JSON.stringify(one.settings)).not.toContain("192.0.2.1");
    expect(await one.text()).toMatchObject({ text: config(80), revision: 1 });
  }
});
