import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, readAnswer } from "../../src/pac/answer.ts";
import { type Command, commandUrl } from "../../src/pac/command.ts";
import { secretOf } from "../../src/pac/data.ts";
import { waitForView } from "../e2e/support/extension-page.ts";
import { createWorld } from "../e2e/support/world.ts";
import { rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const ROUNDS = 200;

/** The PAC text's size, and how long a routing-state update takes from the extension to the PAC program and back. */
export async function benchChannel(): Promise<Table> {
  const rows: Table["rows"][number][] = [];
  for (const members of [10, 300]) {
    const proxies = Array.from({ length: members }, (_, i) => ({
      name: `p${i + 1}`,
      kind: "http" as const,
      exit: (i % 250) + 1,
      address: (i % 250) + 1,
    }));
    const world = await createWorld({ proxies });
    try {
      await world.on();
      // The background must have nothing to say: two speakers could draw the same number.
      await waitForView(world.page, "every exit", (v) => v.members.every(({ exit }) => exit !== null));
      await sleep(2_000);
      const text = await world.page.evaluate(async () => {
        const { value } = await chrome.proxy.settings.get({});
        return String(value.pacScript?.data ?? "");
      });
      const secret = secretOf(text);
      if (!secret) throw new Error("the PAC in force is not ours");
      let number = Date.now() * 16 + 1_000_000_000;
      // The background speaks too, and learns our higher numbers: one that came late is sent again above the last.
      const tell = async (
        context: string,
        command: Command,
      ): Promise<{ tookMs: number; answer: Answer | undefined }> => {
        const [tookMs, details] = await world.page.evaluate(
          send,
          commandUrl(secret, ++number, context, command),
          number,
        );
        const answer = readAnswer(details)?.answer;
        if (answer?.kind !== "refused" || answer.why !== "number") return { tookMs, answer };
        number = answer.last;
        return tell(context, command);
      };
      const pong = await tell("", { kind: "ping" });
      const context = pong.answer?.context ?? "";
      const order = proxies.map((_, i) => i);
      const times: number[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        const plans = {
          fastest: { kind: "one" as const, member: i % members },
          balance: { kind: "turns" as const, order },
        };
        const { tookMs, answer } = await tell(context, { kind: "plans", revision: 1_000_000 + i, plans });
        if (answer?.kind !== "pong") throw new Error(`no pong: ${JSON.stringify(answer)}`);
        times.push(tookMs);
      }
      times.sort((a, b) => a - b);
      rows.push({
        members,
        "PAC bytes": text.length,
        "update ms, median": rounded(times[ROUNDS / 2] ?? 0),
        "update ms, p95": rounded(times[Math.floor(ROUNDS * 0.95)] ?? 0),
      });
    } finally {
      await world.close();
    }
  }
  return { title: "A routing-state update through the control channel, in Chromium (goal: 5 ms)", rows };
}

/** Runs in a page of the extension: sends a command and waits for its answer. */
function send(url: string, number: number): Promise<[number, string]> {
  return new Promise((done, fail) => {
    const startedAt = performance.now();
    const timer = setTimeout(() => fail(new Error("no answer")), 5_000);
    const hear = ({ details }: { details: string }) => {
      if (!details.includes(`switchyard:${number}:`)) return;
      clearTimeout(timer);
      chrome.proxy.onProxyError.removeListener(hear);
      done([performance.now() - startedAt, details]);
    };
    chrome.proxy.onProxyError.addListener(hear);
    fetch(url, { cache: "no-store", credentials: "omit" }).catch(() => {});
  });
}
