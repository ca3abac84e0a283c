import { beforeEach, expect, test, vi } from "vitest";

const OURS = "controlled_by_this_extension";
/** Firefox's setting: the names of hosts with ports, as it gives them back. */
const firefox = { level: "controllable_by_this_extension", value: {} as object, sets: 0, clears: 0, isAllowed: true };
vi.mock("webextension-polyfill", () => ({
  default: {
    extension: { isAllowedIncognitoAccess: async () => firefox.isAllowed },
    proxy: {
      settings: {
        get: async () => ({ levelOfControl: firefox.level, value: firefox.value }),
        async set({ value }: { value: { http: string } }) {
          firefox.sets++;
          Object.assign(firefox, { value: { ...value, ssl: value.http } });
          if (firefox.level === "controllable_by_this_extension") firefox.level = OURS;
        },
        clear: async () => void firefox.clears++,
      },
    },
  },
}));
const { createSecondWall } = await import("../../../../background/adapters/firefox/second-wall.ts");

const UP = { wall: { kind: "up" }, isAllowed: true, list: [] };

beforeEach(() =>
  Object.assign(firefox, {
    level: "controllable_by_this_extension",
    value: { proxyType: "system", http: "", ssl: "", socks: "", passthrough: "" },
    sets: 0,
    clears: 0,
    isAllowed: true,
  }),
);

test("B20 · the wall is put up once, and looked at ever after: Firefox writes a file for each setting", async () => {
  const wall = createSecondWall(() => {});
  for (let beat = 0; beat < 10; beat++) expect(await wall.raise()).toEqual(UP);
  expect(await createSecondWall(() => {}).raise()).toEqual(UP);
  expect(firefox.sets).toBe(1);
});

test.each([
  ["another extension", { level: "controlled_by_other_extensions" }, { kind: "missing", by: "extension" }, 1],
  ["a policy", { level: "not_controllable" }, { kind: "missing", by: "policy" }, 0],
  ["nobody, without private windows", { isAllowed: false }, { kind: "missing", by: "permission" }, 0],
] as const)("it is not in force under the setting of %s", async (_, given, wall, sets) => {
  Object.assign(firefox, given);
  expect(await createSecondWall(() => {}).raise()).toMatchObject({ wall });
  expect(firefox.sets).toBe(sets);
});

test.each([
  ["the browser's own settings", { proxyType: "system" }],
  ["a proxy of a person's", { http: "192.0.2.1:80" }],
  ["sites that go past it", { passthrough: "example.com" }],
])("B20 · what is changed behind it (%s) is mended", async (_, change) => {
  const wall = createSecondWall(() => {});
  await wall.raise();
  Object.assign(firefox.value, change);
  expect(await wall.raise()).toEqual(UP);
  expect(firefox.sets).toBe(2);
});

const LISTED = { passthrough: "a.example" };
const ENTRIES = [{ kind: "name", suffix: "a.example", port: null, text: "a.example" }];

test.each([
  ["without access to private windows", { isAllowed: false }, "permission"],
  ["under another extension's setting", { level: "controlled_by_other_extensions" }, "extension"],
  ["under a policy", { level: "not_controllable", isAllowed: false }, "policy"],
] as const)("a list “No proxy for” that it cannot take out of force is told, with why: %s", async (_, given, by) => {
  Object.assign(firefox, given, { value: { proxyType: "manual", http: "192.0.2.1:80", ...LISTED } });
  const wall = createSecondWall(() => {});
  expect(await wall.look()).toMatchObject({ wall: { kind: "missing", by }, list: ENTRIES });
  // Under another extension's setting Firefox keeps ours, and shows theirs.
  if (by !== "extension") expect(await wall.raise()).toMatchObject({ wall: { kind: "missing", by }, list: ENTRIES });
});

test("to look changes nothing, and says how it would be", async () => {
  Object.assign(firefox.value, LISTED);
  expect(await createSecondWall(() => {}).look()).toEqual({ wall: { kind: "up" }, isAllowed: true, list: ENTRIES });
  expect(firefox.sets).toBe(0);
});

test("B20 · the wall that stands when access to private windows is taken away stays, and is given back all the same", async () => {
  await createSecondWall(() => {}).raise();
  firefox.isAllowed = false;
  const later = createSecondWall(() => {});
  expect(await later.raise()).toEqual({ ...UP, isAllowed: false });
  expect(await later.look()).toEqual({ ...UP, isAllowed: false });
  await later.lower();
  expect([firefox.sets, firefox.clears]).toEqual([1, 1]);
});

test("a setting that was changed under us is made ours before it is given back: else Firefox gives nothing back", async () => {
  const wall = createSecondWall(() => {});
  await wall.raise();
  Object.assign(firefox.value, { socks: "127.0.0.1:10" });
  await wall.lower();
  expect([firefox.sets, firefox.clears]).toEqual([2, 1]);
});
