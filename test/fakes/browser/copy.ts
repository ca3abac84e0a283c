/** A value as it is after crossing from one context to another: plain JSON. */
export const copy = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
