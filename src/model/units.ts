declare const unit: unique symbol;

/** A duration in milliseconds. */
export type Ms = number & { readonly [unit]: "ms" };

/** A moment, in milliseconds since the Unix epoch (or since 0 of a virtual clock). */
export type Instant = number & { readonly [unit]: "instant" };

export const ms = (value: number): Ms => value as Ms;
export const instant = (value: number): Instant => value as Instant;

/** The moment `by` after `at`. */
export const after = (at: Instant, by: Ms): Instant => (at + by) as Instant;

/** How long it is from `from` to `to`; negative when `to` is earlier. */
export const between = (from: Instant, to: Instant): Ms => (to - from) as Ms;
