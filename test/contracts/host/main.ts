import browser from "webextension-polyfill";
import { createChromePlatform } from "../../../background/adapters/chrome/platform.ts";
import { createFirefoxPlatform, hasOnRequest } from "../../../background/adapters/firefox/platform.ts";
import type { AskedProbe, Call, Reply, Told } from "./calls.ts";
import { isAsked } from "./is-asked.ts";
import { type Kept, kept, lastOf } from "./kept.ts";

// A background with nothing but a platform in it, so that a test can call the port itself. As in the real one the
// platform is there in the first turn, what is done was written down before, and a woken one does it again.
const told: Told[] = [];
let last: Kept["last"] = ["release"];
let booted: Promise<void> | null = null;

const ready = (): Promise<void> => {
  booted ??= boot();
  return booted;
};

const platform = (hasOnRequest() ? createFirefoxPlatform : createChromePlatform)(
  {
    connectionFailed: (tag, code) => void told.push({ event: "connectionFailed", tag, code }),
    connectionSilent: (tag) => void told.push({ event: "connectionSilent", tag }),
    connectionDoubtful: (tag) => void told.push({ event: "connectionDoubtful", tag }),
    traffic: () => void told.push({ event: "traffic" }),
    headed() {},
    control: (control) => void told.push({ event: "control", control }),
    networkChanged: () => void told.push({ event: "networkChanged" }),
    renew: () => void told.push({ event: "renew" }),
  },
  ready,
);

async function boot(): Promise<void> {
  const found = await kept.read();
  if (found) {
    last = found.last;
    platform.memory.load(found.memory);
  }
  await perform(last);
}

const keep = (): Promise<void> => kept.write({ last, memory: platform.memory.save() });

async function perform(call: Call): Promise<unknown> {
  const { router, prober } = platform;
  switch (call[0]) {
    case "take":
      return router.take(call[1]);
    case "update":
      return router.update(call[1], call[2]);
    case "block":
      return router.block(call[1]);
    case "release":
      return router.release();
    case "check":
      return router.check();
    case "assigned":
      return router.assigned(call[1], hasOnRequest() ? "firefox-default" : "");
    case "send":
      return prober.send(requestOf(call[1]));
    case "told":
      return told;
  }
}

function requestOf({ abortAfterMs, ...request }: AskedProbe): Parameters<typeof platform.prober.send>[0] {
  if (abortAfterMs === null) return { ...request, signal: new AbortController().signal };
  return { ...request, signal: abortAfterMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(abortAfterMs) };
}

async function answer(calls: readonly Call[]): Promise<Reply> {
  await ready();
  last = lastOf(last, calls);
  await keep();
  try {
    const values = await Promise.all(calls.map(perform));
    return { ok: true, values: values.map((value) => value ?? null) };
  } catch (error) {
    return { ok: false, message: String(error) };
  } finally {
    await keep();
  }
}

browser.runtime.onMessage.addListener((message: unknown) => (isAsked(message) ? answer(message.calls) : undefined));
void ready();
