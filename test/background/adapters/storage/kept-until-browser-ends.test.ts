import { beforeEach, expect, test, vi } from "vitest";

const store = { kept: {} as Record<string, unknown>, fails: false, hangs: false, writes: 0 };
const never = (): Promise<never> => new Promise(() => {});
let onStartup: () => void = () => {};
vi.mock("webextension-polyfill", () => ({
  default: {
    storage: {
      local: {
        async get(key: string) {
          if (store.hangs) return never();
          return store.fails ? Promise.reject(new Error("gone")) : { [key]: store.kept[key] };
        },
        async set(change: object) {
          if (store.hangs) return never();
          store.writes++;
          Object.assign(store.kept, change);
        },
      },
    },
    runtime: { onStartup: { addListener: (listener: () => void) => (onStartup = listener) } },
  },
}));
const { keepUntilBrowserEnds } = await import("../../../../background/adapters/storage/kept-until-browser-ends.ts");
const { createToldAccounts } = await import("../../../../background/adapters/chrome/accounts/account-ledger.ts");

beforeEach(() =>
  Object.assign(store, { kept: { told: [["gw.example:80", 7]] }, fails: false, hangs: false, writes: 0 }),
);

const account = { username: "u", password: "p" };

test("B20 · what could not be read is not written over, but read again and gone on with", async () => {
  store.fails = true;
  const told = createToldAccounts();
  const kept = keepUntilBrowserEnds("told", told);
  await kept.read();
  told.told("new.example:80", account);
  await kept.write();
  expect([store.writes, store.kept]).toEqual([0, { told: [["gw.example:80", 7]] }]);
  store.fails = false;
  await kept.read();
  await kept.write();
  expect(store.kept.told).toEqual([
    ["gw.example:80", 7],
    ["new.example:80", expect.any(Number)],
  ]);
});

test("B20 · a store that never answers holds nothing up for longer than ten seconds, and is asked again", async () => {
  vi.useFakeTimers();
  try {
    store.hangs = true;
    const told = createToldAccounts();
    const kept = keepUntilBrowserEnds("told", told);
    const inVain = kept.read();
    await vi.advanceTimersByTimeAsync(20_000);
    await inVain;
    store.hangs = false;
    await kept.read();
    expect(told.save()).toEqual([["gw.example:80", 7]]);
    store.hangs = true;
    told.told("new.example:80", account);
    const unwritten = kept.write();
    await vi.advanceTimersByTimeAsync(10_000);
    await unwritten;
    store.hangs = false;
    await kept.write();
    expect(store.kept.told).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test("it is read once, and written when it is another", async () => {
  const told = createToldAccounts();
  const kept = keepUntilBrowserEnds("told", told);
  await Promise.all([kept.read(), kept.read()]);
  await kept.write();
  expect(store.writes).toBe(0);
  told.told("new.example:80", account);
  await kept.write();
  expect(store.writes).toBe(1);
});

test.each([false, true])(
  "a start of the browser ends what was kept, also where it is read later (%s)",
  async (late) => {
    store.fails = late;
    const told = createToldAccounts();
    const kept = keepUntilBrowserEnds("told", told);
    onStartup();
    await kept.read();
    await new Promise((resolve) => setImmediate(resolve));
    store.fails = false;
    await kept.read();
    await kept.write();
    expect(store.kept.told).toEqual([]);
  },
);
