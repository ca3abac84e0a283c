import { type Duplex, pipeline, Transform } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { type Behaviour, BODY_BYTES, stageOf } from "./behaviour.ts";
import { endConnection } from "./end-connection.ts";
import { createRequestWatch } from "./request-watch.ts";

/** Pieces a throttled stream is cut into: about this many a second. */
const PIECES_A_SECOND = 25;

/** Joins a client to the site it asked for, under the behaviour of the moment, until either side ends. */
export function relay(client: Duplex, site: Duplex, behaviour: () => Behaviour): void {
  const watch = createRequestWatch();
  let asked = false;
  let answered = 0;
  const up = new Transform({
    transform(chunk: Buffer, _, done) {
      asked = watch(chunk) || asked;
      done(null, chunk);
    },
  });
  const down = new Transform({
    transform(chunk: Buffer, _, done) {
      const { fault } = behaviour();
      const stage = stageOf(fault);
      const stopped =
        stage === "tunnel" || (stage === "headers" && asked) || (stage === "body" && answered >= BODY_BYTES);
      if (asked) answered += chunk.length;
      if (!stopped) return done(null, chunk);
      endConnection(client, fault);
      done(); // hanging: the bytes are lost, the connection stays
    },
  });
  const ignore = (): void => {}; // either side may go away at any time
  pipeline(client, up, throttle(behaviour), site, ignore);
  pipeline(site, down, throttle(behaviour), client, ignore);
}

/** Lets no more through than the behaviour's bytes a second. */
export function throttle(behaviour: () => Behaviour): Transform {
  return new Transform({
    async transform(chunk: Buffer, _, done) {
      for (let rest = chunk; rest.length > 0; ) {
        const rate = behaviour().bytesPerSecond;
        const size = rate === null ? rest.length : Math.max(1, Math.floor(rate / PIECES_A_SECOND));
        const piece = rest.subarray(0, size);
        rest = rest.subarray(size);
        if (rate !== null) await wait((piece.length / rate) * 1_000);
        if (this.destroyed) return done();
        this.push(piece);
      }
      done();
    },
  });
}
