import fc from "fast-check";

/** Of `npm test`: the same cases in every run, so that a red run means a change and not a new find. `npm run fuzz` looks for those. */
const USUAL_SEED = 20_260_401;

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? USUAL_SEED) });
