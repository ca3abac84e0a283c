import { type Duplex, Transform } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { type Behaviour, BODY_BYTES, isSilent, stageOf } from "./behaviour.ts";
import { endConnection } from "./end-connection.ts";
import { createRequestWatch } from "./request-watch.ts";

/** Pieces a throttled stream is cut into: about this many a second. */
const PIECES_A_SECOND = 25;

/** Joins a client to the site it asked for, under the behaviour of the moment, until either side ends. */
export function relay(client: Duplex, site: Duplex, behaviour: () => Behaviour): void {
  const watch = createRequestWatch();
  let asked = false;
  const up = new Transform({
    transform(chunk: Buffer, _, done) {
      asked = watch(chunk) || asked;
      done(null, chunk);
    },
  });
  const down = createDownGate(behaviour, () => asked, client);
  client.pipe(up).pipe(throttle(behaviour)).pipe(site);
  site.pipe(down).pipe(throttle(behaviour)).pipe(client);
  client.once("close", () => site.destroy());
  // A site that has said all may go while its last bytes wait in the throttle; one that breaks off takes the client along.
  site.once("close", () => {
    if (!site.readableEnded) client.destroy();
  });
  for (const side of [client, site]) side.on("error", () => {}); // either may go away at any time; "close" follows
}

/** What comes from the site passes until the fault's stage; then it is lost, and the connection ends or stays as the fault says. */
function createDownGate(behaviour: () => Behaviour, hasAsked: () => boolean, client: Duplex): Transform {
  let answered = 0;
  const isStopped = (): boolean => {
    const stage = stageOf(behaviour().fault);
    return stage === "tunnel" || (stage === "headers" && hasAsked()) || (stage === "body" && answered >= BODY_BYTES);
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (isStopped()) {
        endConnection(client, behaviour().fault);
        done();
      } else {
        if (hasAsked()) answered += chunk.length;
        done(null, chunk);
      }
    },
    flush(done) {
      if (!isStopped()) done(); // hanging, the client does not learn of the site's end either
    },
  });
}

/** Lets no more through than the behaviour's bytes a second, and nothing in silence. */
export function throttle(behaviour: () => Behaviour): Transform {
  return new Transform({
    async transform(chunk: Buffer, _, done) {
      for (let rest = chunk; rest.length > 0; ) {
        const rate = behaviour().bytesPerSecond;
        const size = rate === null ? rest.length : Math.max(1, Math.floor(rate / PIECES_A_SECOND));
        const piece = rest.subarray(0, size);
        rest = rest.subarray(size);
        if (rate !== null) await wait((piece.length / rate) * 1_000);
        if (this.destroyed || isSilent(behaviour().fault)) return done();
        this.push(piece);
      }
      done();
    },
    flush(done) {
      if (!isSilent(behaviour().fault)) done(); // in silence neither side learns of the other's end
    },
  });
}
