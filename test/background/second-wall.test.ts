import { beforeEach, expect, test, vi } from "vitest";

const OURS = "controlled_by_this_extension";
/** Firefox's setting: the names of hosts with ports, as it gives them back. */
const firefox = { level: "controllable_by_this_extension", value: {} as object, sets: 0, isAllowed: true };
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
      },
    },
  },
}));
const { createSecondWall } = await import("../../background/adapters/firefox/second-wall.ts");

beforeEach(() =>
  Object.assign(firefox, {
    level: "controllable_by_this_extension",
    value: { proxyType: "system", http: "", ssl: "", socks: "", passthrough: "" },
    sets: 0,
    isAllowed: true,
  }),
);

test("B20 · the wall is put up once, and looked at ever after: Firefox writes a file for each setting", async () => {
  const wall = createSecondWall(() => {});
  for (let beat = 0; beat < 10; beat++) expect(await wall.raise()).toEqual({ kind: "up" });
  expect(await createSecondWall(() => {}).raise()).toEqual({ kind: "up" });
  expect(firefox.sets).toBe(1);
});

test.each([
  ["another extension", { level: "controlled_by_other_extensions" }, { kind: "missing", by: "extension" }, 1],
  ["a policy", { level: "not_controllable" }, { kind: "missing", by: "policy" }, 0],
  ["nobody, without private windows", { isAllowed: false }, { kind: "missing", by: "permission" }, 0],
] as const)("it is not in force under the setting of %s", async (_, given, wall, sets) => {
  Object.assign(firefox, given);
  expect(await createSecondWall(() => {}).raise()).toEqual(wall);
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
  expect(await wall.raise()).toEqual({ kind: "up" });
  expect(firefox.sets).toBe(2);
});
