import { expect } from "vitest";
import type { ExitIp } from "../../src/model/exit-ip.ts";
import {
  createLookup,
  type Lookup,
  serviceAnswered,
  serviceToAsk,
  slowAfter,
} from "../../src/monitoring/ip-services/look-up.ts";
import type { SlowServices } from "../../src/monitoring/ip-services/look-up-order.ts";
import { type IpService, readAnswer } from "../../src/monitoring/ip-services/service.ts";
import { LAST_RESORTS, ownService, SERVICES } from "../../src/monitoring/ip-services/services.ts";
import { mergeExit } from "../../src/monitoring/merge-exit.ts";
import { type Check, list, number, object, oneOf, text } from "./check.ts";
import { play, type Stage } from "./play.ts";
import { lookupGiven } from "./run-lookup-given.ts";
import type { Expectation, Step, Vector } from "./vector.ts";

/** The answer that a service in `answers` gives. */
const EXIT = "203.0.113.30";

const NAMES = [...SERVICES.map(({ name }) => name), "cloudflare.com/cdn-cgi/trace", "ipinfo_url"];
const service = oneOf(NAMES);

const info: Check<Record<string, string | number>> = object(
  {},
  {
    ip: text,
    country_code: text,
    region: text,
    city: text,
    org: text,
    postal_code: text,
    asn: number,
    latitude: number,
    longitude: number,
  },
);
const bare = object({ t: number, op: text }, {});
const merge = object({ t: number, op: text, known: info, new: info }, {});
const lookup = object({ t: number, op: text }, { answers: list(service), hangs: list(service) });

const EXPECTED = object(
  { at: number },
  {
    info,
    failure: oneOf([true] as const),
    asked: list(service),
    asked_first: list(service),
    asked_then_set: list(service),
  },
);

/** Plays a look-up vector on the real readers and the real order; throws where it does not hold. */
export function runLookup(vector: Vector): void {
  play(vector, new LookupStage(vector));
}

class LookupStage implements Stage {
  readonly #where: string;
  readonly #given: ReturnType<typeof lookupGiven>;
  readonly #asked: string[] = [];
  #exit: ExitIp | null | undefined;
  #slow: SlowServices = {};
  #running: { lookup: Lookup; readonly answers: readonly string[]; readonly hangs: readonly string[] } | null = null;
  #silentUntil: number | null = null;

  constructor(vector: Vector) {
    this.#where = vector.id;
    this.#given = lookupGiven(vector.given, `${vector.id}.given`, service);
  }

  dueAt(): number | null {
    return this.#silentUntil;
  }

  /** The service that is asked has not answered within its time. */
  fire(at: number): void {
    this.#answered({ kind: "nothing" });
    this.#ask(at);
  }

  step(step: Step): void {
    const where = `${this.#where} ${step.op} at ${step.t}`;
    switch (step.op) {
      case "parse":
        bare(step, where);
        return this.#parse(where);
      case "merge": {
        const { known, new: fresh } = merge(step, where);
        return this.#merge(known, fresh, where);
      }
      case "lookup": {
        const { answers = [], hangs = [] } = lookup(step, where);
        const { ipinfoUrl, start } = this.#given;
        this.#exit = undefined;
        this.#running = {
          lookup: createLookup({ start, ipinfoUrl, slow: this.#slow, now: step.t }),
          answers,
          hangs,
        };
        return this.#ask(step.t);
      }
      default:
        throw new Error(`${where}: no such step for a look-up`);
    }
  }

  check(expectation: Expectation): void {
    const where = `${this.#where} at ${expectation.at}`;
    const expected = EXPECTED(expectation, where);
    if (expected.info) expect(this.#exit && written(this.#exit), where).toEqual(expected.info);
    if (expected.failure) expect(this.#exit, `${where}: failure`).toBeNull();
    if (expected.asked) expect(this.#asked, `${where}: asked`).toEqual(expected.asked);
    const first = expected.asked_first ?? [];
    if (expected.asked_first) expect(this.#asked.slice(0, first.length), `${where}: asked_first`).toEqual(first);
    if (expected.asked_then_set) {
      if (!expected.asked_first) throw new Error(`${where}: asked_then_set needs asked_first`);
      expect(this.#asked.slice(first.length).sort(), `${where}: asked_then_set`).toEqual(
        expected.asked_then_set.sort(),
      );
    }
  }

  #parse(where: string): void {
    const { answer } = this.#given;
    if (!answer) throw new Error(`${where}: no answer is given`);
    this.#exit = readAnswer(serviceNamed(answer.service), answer.status, answer.body);
  }

  /** Neither record may be changed. */
  #merge(known: object, fresh: object, where: string): void {
    const before = exitOf(known, where);
    const after = exitOf(fresh, where);
    this.#exit = mergeExit(before, after);
    expect([before, after], where).toEqual([exitOf(known, where), exitOf(fresh, where)]);
  }

  /** Asks one service after the other until one is silent or the look-up is over. */
  #ask(now: number): void {
    this.#silentUntil = null;
    for (;;) {
      if (!this.#running) return;
      const { lookup, answers, hangs } = this.#running;
      const next = serviceToAsk(lookup);
      if (!next) return this.#end(now);
      this.#asked.push(next.name);
      if (hangs.includes(next.name)) {
        this.#silentUntil = now + this.#given.timeout;
        return;
      }
      const answers200 = answers.includes(next.name);
      this.#answered({ kind: "answer", status: answers200 ? 200 : 503, body: answers200 ? bodyOf(next) : "" });
    }
  }

  #answered(answer: Parameters<typeof serviceAnswered>[1]): void {
    if (this.#running) this.#running.lookup = serviceAnswered(this.#running.lookup, answer);
  }

  #end(now: number): void {
    if (!this.#running) return;
    this.#exit = this.#running.lookup.exit;
    this.#slow = slowAfter(this.#running.lookup, this.#slow, now);
    this.#running = null;
  }
}

function serviceNamed(name: string): IpService {
  const found = [...SERVICES, ...LAST_RESORTS, ownService("https://geo.example/me")].find((one) => one.name === name);
  if (!found) throw new Error(`no service ${name}`);
  return found;
}

/** A good answer of a service: one of the forms that some service reads. */
function bodyOf(asked: IpService): string {
  const forms = [JSON.stringify({ ip: EXIT, query: EXIT, status: "success", success: true }), `fl=1\nip=${EXIT}\n`];
  const body = forms.find((one) => asked.read(one)?.ip === EXIT);
  if (body === undefined) throw new Error(`no form of an answer fits ${asked.name}`);
  return body;
}

function exitOf(record: object, where: string): ExitIp {
  const { ip, country_code, postal_code, ...same } = info(record, where);
  if (typeof ip !== "string") throw new Error(`${where}: a record without ip`);
  return {
    ...same,
    ip,
    ...(country_code === undefined ? {} : { country: String(country_code) }),
    ...(postal_code === undefined ? {} : { postalCode: String(postal_code) }),
  };
}

function written({ country, postalCode, ...same }: ExitIp): Record<string, unknown> {
  return {
    ...same,
    ...(country === undefined ? {} : { country_code: country }),
    ...(postalCode === undefined ? {} : { postal_code: postalCode }),
  };
}
