import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { config, proxy } from "./support/shapes.ts";

const parsed = (connections: unknown) => parseConfig(config([proxy()], { experimental: { connections } }));

test.each([
  [undefined, { tabs: "leave", downloads: false }],
  [null, { tabs: "leave", downloads: false }],
  [{}, { tabs: "leave", downloads: false }],
  [{ tabs: "stop" }, { tabs: "stop", downloads: false }],
  [
    { tabs: "reload", downloads: true },
    { tabs: "reload", downloads: true },
  ],
])("B11 · connections of %j are %j", (written, expected) => {
  const read = parsed(written);
  expect(read.ok && read.value.config.connections).toEqual(expected);
});

test.each([
  [{ tabs: "close" }, "experimental.connections.tabs", '"leave", "stop" or "reload"'],
  [{ tabs: true }, "experimental.connections.tabs", "a text"],
  [{ downloads: "yes" }, "experimental.connections.downloads", "true or false"],
  [[], "experimental.connections", "an object"],
])("connections of %j are refused, with the place and what was expected", (written, path, expected) => {
  const read = parsed(written);
  expect(read.ok ? [] : read.error).toEqual([expect.objectContaining({ path, expected, level: "error" })]);
});
