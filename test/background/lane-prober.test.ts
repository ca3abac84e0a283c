import { expect, test } from "vitest";
import type { ControlChannel } from "../../background/adapters/chrome/control-channel.ts";
import { createIdentities } from "../../background/adapters/chrome/identities.ts";
import { createLaneProber } from "../../background/adapters/chrome/lane-prober.ts";
import { createMutex } from "../../background/lib/mutex.ts";
import type { ProbeResponse } from "../../background/ports/prober.ts";
import { ms } from "../../src/model/units.ts";
import type { Answer } from "../../src/pac/answer.ts";
import type { Command } from "../../src/pac/command.ts";
import { createLanes } from "../../src/pac/lanes.ts";

const ORIGIN = "https://www.gstatic.com:443";

/** The prober over the PAC's own lanes; `during` happens between the batch and the answer, as Chrome's resending does. */
function prober(options: {
  mayStand: boolean;
  ready?: boolean;
  during?: (lanes: ReturnType<typeof createLanes>, send: number) => void;
}) {
  const lanes = createLanes();
  const context = "c";
  const serve = (command: Command): Answer => {
    if (command.kind === "begin") lanes.begin(command.batch);
    if (command.kind === "lane")
      lanes.give(command.batch, command.origin, { leaf: command.leaf, other: command.other });
    if (command.kind === "laneless") return { context, kind: "laneless", count: lanes.laneless(command.origin) };
    const count = command.kind === "end" ? lanes.end(command.batch) : null;
    return count && command.kind === "end"
      ? { context, kind: "batch", batch: command.batch, count, laneless: lanes.lanelessBefore() }
      : { context, kind: "done" };
  };
  const channel: ControlChannel = {
    open: () => {},
    close: () => {},
    context,
    ready: options.ready ?? true,
    send: (command) => void serve(command),
    ask: async (command) => serve(command),
    owns: () => false,
    heard: () => {},
  };
  let sends = 0;
  const made = createLaneProber({
    channel,
    mutex: createMutex(),
    identities: createIdentities(),
    coldTimes: { mayStand: () => options.mayStand },
    leafOf: () => 0,
    clock: () => 1,
    sender: {
      async send(): Promise<ProbeResponse> {
        const send = ++sends;
        lanes.take(ORIGIN);
        await new Promise((done) => setTimeout(done, 5));
        options.during?.(lanes, send);
        return { kind: "answer", status: 204, body: "", took: ms(send) };
      },
    },
  });
  const signal = new AbortController().signal;
  const answer = made.send({ tag: "a", url: "https://www.gstatic.com/generate_204", timeout: ms(1_000), signal });
  return { answer, sends: () => sends };
}

test("M1 · a test that Chrome sent again without its lane does not count: it is repeated", async () => {
  const { answer, sends } = prober({
    mayStand: true,
    during: (lanes, send) => void (send === 1 && lanes.take(ORIGIN)),
  });
  expect(await answer).toMatchObject({ kind: "answer", took: 2 });
  expect(sends()).toBe(2);
});

test("M1 · a test that is sent again each time ends without a result, never with another proxy's", async () => {
  const { answer } = prober({ mayStand: true, during: (lanes) => void lanes.take(ORIGIN) });
  expect(await answer).toEqual({ kind: "again" });
});

test("a user's request after the batch is no doubt where no connection can have stood", async () => {
  const { answer, sends } = prober({ mayStand: false, during: (lanes) => void lanes.take(ORIGIN) });
  expect(await answer).toMatchObject({ kind: "answer", took: 1 });
  expect(sends()).toBe(1);
});

test("B20 · without the channel nothing is sent at all", async () => {
  const { answer, sends } = prober({ mayStand: false, ready: false });
  expect(await answer).toEqual({ kind: "again" });
  expect(sends()).toBe(0);
});
