import { withinTime } from "../../lib/within-time.ts";
import type { Workshop } from "../../ports/offload.ts";
import type { Done, Job } from "./job.ts";

/** For less than this a worker takes longer to begin than the work itself. */
const LONG = 200_000;

/** 100,000 rules take a second or two. */
const PATIENCE_MS = 60_000;
/**
 * Loaded when there is work: it is a third of the whole script, which Firefox reads anew each time that the background is
 * woken, while a request waits. Chrome's service worker can load nothing later, so its build has it from the start
 * (scripts/vite/load-at-once.ts).
 */
const tools = () => import("./tools.ts");

/** In the background's own thread. */
const here: Workshop = {
  check: async (text) => (await tools()).checkText(text),
  load: async (text) => (await tools()).loadText(text),
  rule: async (text, place) => (await tools()).ruleIn(text, place),
  prepareList: async (format, text) => (await tools()).prepareList(format, text),
};

/** In a worker of its own, which ends with its job; here where a worker cannot be had. */
const beside: Workshop = {
  async check(text) {
    const done = await begin({ kind: "check", text });
    return done ? readDone(done) : here.check(text);
  },
  async load(text) {
    const done = await begin({ kind: "load", text });
    return done ? readDone(done) : here.load(text);
  },
  async rule(text, place) {
    const done = await begin({ kind: "rule", text, place });
    return done ? JSON.parse(done.json) : here.rule(text, place);
  },
  async prepareList(format, text) {
    const done = await begin({ kind: "list", format, text });
    return done ? JSON.parse(done.json) : here.prepareList(format, text);
  },
};

function readDone({ json, kept }: Done) {
  const outcome = JSON.parse(json);
  return outcome.ok ? { ok: true, value: { ...outcome.value, kept } } : outcome;
}

/** Chrome's service worker has no workers; nor does a request wait for it there. */
const canHire = (): boolean => typeof Worker !== "undefined";

const placeFor = (text: string): Workshop => (text.length >= LONG && canHire() ? beside : here);

export const workshop: Workshop = {
  check: (text) => placeFor(text).check(text),
  load: (text) => placeFor(text).load(text),
  rule: (text, place) => placeFor(text).rule(text, place),
  prepareList: (format, text) => placeFor(text).prepareList(format, text),
};

/** A browser may refuse one by throwing. */
function hire(): Worker | null {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}

/** Null: the worker could not be had, or broke. One that does neither is ended, and its job fails: here it would hang too. */
async function begin(job: Job): Promise<Done | null> {
  const worker = hire();
  if (!worker) return null;
  const done = new Promise<Done | null>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data as Done);
    worker.onerror = () => resolve(null);
    worker.onmessageerror = () => resolve(null);
  });
  worker.postMessage(job);
  return withinTime(done, PATIENCE_MS).finally(() => worker.terminate());
}
