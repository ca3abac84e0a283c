import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { offerGroups } from "../../src/import/offer-groups.ts";
import type { ParsedProxy } from "../../src/import/parsed-proxy.ts";
import { readProxyLines } from "../../src/import/proxy-lines.ts";
import { codeOf, codeText, type Expected, type ExpectedProxy, readExpected } from "./expected.ts";

const LINES = ["uri-list", "host-port-user-pass", "user-pass-at-host-port"];

/** A wrapped list (base64, or with a subscription's head) is a format of its own. */
const isRead = ({ format, encoding }: Expected): boolean => LINES.includes(format) && encoding === undefined;

/** The repository's own samples, and those of another folder when SAMPLES_DIR names one. */
const FOLDERS = [
  { name: "test/samples", folder: import.meta.dirname },
  ...(process.env.SAMPLES_DIR ? [{ name: "SAMPLES_DIR", folder: process.env.SAMPLES_DIR }] : []),
];

describe.each(FOLDERS)("samples of $name", ({ folder }) => {
  const files = readExpected(folder);
  const missing = files.filter(([, expected]) => !isRead(expected)).map(([file, { format }]) => `${file} (${format})`);

  test.each(files.filter(([, expected]) => isRead(expected)))("%s is read as it should be", (file, expected) => {
    const read = readProxyLines(readFileSync(join(folder, file), "utf8"));
    const wanted = expected.proxies ?? [];
    expect(read.format).toBe(expected.format);
    expect(read.taken.map((proxy, place) => shown(proxy, wanted[place]))).toEqual(wanted);
    expect(read.skipped.map(({ line, reason }) => ({ line, reason: codeText(reason) }))).toEqual(
      (expected.skipped ?? []).map(({ line, reason }) => ({ line, reason: codeOf(reason) })),
    );
    expect(read.duplicates).toEqual(expected.duplicates ?? []);
  });

  test.each(files.filter(([, expected]) => isRead(expected)))("%s becomes a good configuration", (file) => {
    const { taken } = readProxyLines(readFileSync(join(folder, file), "utf8"));
    const offered = offerGroups("", taken);
    const parsed = parseConfig(offered.ok ? offered.value : "");
    expect(parsed.ok && parsed.value.config.outbounds.filter(({ kind }) => kind === "proxy")).toHaveLength(taken.length);
  });

  if (missing.length > 0)
    test(`not built yet: ${missing.join(", ")}`, () => {
      for (const [file] of files) expect(existsSync(join(folder, file)), file).toBe(true);
    });
});

/** A proxy in the sample's words, with no key that the sample does not check; without an account nothing is added. */
function shown({ protocol, account, name, ...rest }: ParsedProxy, wanted: ExpectedProxy | undefined): object {
  return {
    scheme: protocol,
    host: rest.host,
    port: rest.port,
    ...account,
    ...(wanted?.name === undefined ? {} : { name }),
    ...(wanted?.remoteDns === undefined ? {} : { remoteDns: rest.remoteDns }),
  };
}
