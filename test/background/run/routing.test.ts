import { expect, test } from "vitest";
import { directly, routingOf } from "../../../background/run/routing.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { modelOf } from "../../../src/engine/model.ts";
import { config, proxy } from "../../config/support/shapes.ts";
import { loaded } from "../../config/support/ways.ts";

test("in the mode direct everything goes directly, also where the configuration has something of that name which blocks", () => {
  const stored = loaded(config([proxy(), proxy({ tag: "direct" })]));
  const model = modelOf(stored.config);
  const routing = routingOf(model, createEngine(model, { results: {}, exits: {} }, {}, 1), 1);
  expect(routing.base.nodes.direct).toEqual({ kind: "block", refused: true });
  expect(directly(routing).base).toMatchObject({ final: "direct", nodes: { direct: { kind: "direct" } } });
});
