import { type Loaded, loadConfig } from "../../../src/config/load-config.ts";
import { decide } from "../../../src/decision/decide.ts";
import { createMemory } from "../../../src/decision/memory.ts";
import { prepare } from "../../../src/decision/prepare.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { modelOf } from "../../../src/engine/model.ts";
import { baseOf, plansOf } from "../../../src/engine/snapshot.ts";
import { instant } from "../../../src/model/units.ts";
import { compileRules } from "../../../src/routing/compile.ts";

/** A configuration as it is stored, which must load. */
export function loaded(text: string): Loaded {
  const outcome = loadConfig(text);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return outcome.value;
}

/** Where a stored configuration sends a request, of which no proxy was tested yet. */
export function wayOf({ config }: Loaded, host: string, port = 443, container = ""): string {
  const model = modelOf({ ...config, route: { ...config.route, rules: compileRules(config.route.rules) } });
  const state = createEngine(model, { results: {}, exits: {} }, {}, 1);
  const request = { scheme: port === 80 ? "http" : "https", host, port, container };
  return decide(prepare(baseOf(model, state)), plansOf(model, state), createMemory(), request, instant(0)).outbound;
}

/** What is not in force, as `effect, its name: path:line`. */
export const told = ({ troubles }: Loaded): string[] =>
  troubles.first.map(({ effect: { kind, ...name }, problem: { path, line } }) =>
    [`${[kind, ...Object.values(name)].join(" ")}`, `${path}:${line}`].join(" <- "),
  );
