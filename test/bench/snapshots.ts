import { saveMemory } from "../../src/decision/memory.ts";
import { STRATEGIES } from "../../src/model/outbound.ts";
import { asciiJson } from "../../src/pac/ascii-json.ts";
import { commandUrl } from "../../src/pac/command.ts";
import { fullMemory } from "./support/full-memory.ts";
import { rounded } from "./support/median.ts";
import { strategyCase } from "./support/strategy-case.ts";
import type { Table } from "./support/table.ts";

const MEMBERS = [300, 3_000];
const TEST_ORIGIN = "http://connectivitycheck.gstatic.com:80";

/** How large what goes to the router and to `storage.session` is, in KB of JSON. */
export async function benchSnapshots(): Promise<Table> {
  const rows = MEMBERS.flatMap((members) =>
    STRATEGIES.map((strategy) => {
      const { data, record } = strategyCase(strategy, members);
      const cold = Object.fromEntries(data.leaves.map(({ tag }, i) => [`${TEST_ORIGIN}\n${tag}`, 40 + (i % 300) / 7]));
      const chrome = { ...record, router: { cold, identities: { main: 0, second: 0 } } };
      const firefox = { ...record, router: saveMemory(fullMemory(data)) };
      return {
        strategy,
        members,
        "PAC's data": kilobytes(asciiJson(data)),
        "new plans, as a command": kilobytes(
          commandUrl(data.secret, 1, "0", { kind: "plans", revision: data.revision, plans: data.plans }),
        ),
        "Chromium's record": kilobytes(JSON.stringify(chrome)),
        "Firefox's record": kilobytes(JSON.stringify(firefox)),
      };
    }),
  );
  return { title: "What is handed over and kept, KB; memories as full as they get (goal: 1,000)", rows };
}

const kilobytes = (text: string): number => rounded(Buffer.byteLength(text) / 1_000, 1);
