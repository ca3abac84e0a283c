import type { ProbeError } from "./probe-error.ts";
import type { Instant } from "./units.ts";

/**
 * The last confirmed outcome of testing an outbound. `delay` is whole milliseconds, 1 to 65534. `cached` marks a
 * result of an earlier run; a saved failure is loaded as no result (B2), so only a delay can be cached. `stampedAt`
 * is the start of the cycle, or of the single test, that measured it (M6); `endedAt` is when the answer came.
 */
export type TestResult =
  | {
      readonly kind: "delay";
      readonly delay: number;
      readonly cached: boolean;
      /** M27: worked out with connection phases that may not hold any more, since the browser gave no fresh connection. */
      readonly estimated?: true;
      /** The place in `urls` of the test address that answered (M19); unset: not known, as in results of an earlier run. */
      readonly address?: number;
      readonly stampedAt: Instant;
      readonly endedAt: Instant;
    }
  | { readonly kind: "failed"; readonly error: ProbeError; readonly stampedAt: Instant; readonly endedAt: Instant };
