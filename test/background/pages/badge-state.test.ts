import { expect, test } from "vitest";
import { signOf } from "../../../background/pages/badge-state.ts";
import type { Control, Mode } from "../../../src/protocol/view.ts";

test.each<[Mode, Control, string]>([
  ["balanced", { kind: "ours" }, "none"],
  ["balanced", { kind: "exposed", by: "extension" }, "none"],
  ["direct", { kind: "ours" }, "direct"],
  ["direct", { kind: "exposed", by: "permission" }, "direct"],
  ["system", { kind: "off" }, "off"],
  ["balanced", { kind: "taken", by: "extension" }, "taken"],
  ["direct", { kind: "taken", by: "policy" }, "taken"],
  ["balanced", { kind: "no-access", requests: "direct" }, "no_access"],
  ["balanced", { kind: "no-access", requests: "unwatched" }, "no_access"],
  ["balanced", { kind: "blocked", why: "no-config" }, "blocked"],
  ["balanced", { kind: "blocked", why: "router" }, "blocked"],
])("%s, %j: the toolbar's button says “%s”", (mode, control, sign) => {
  expect(signOf(mode, control)).toBe(sign);
});
