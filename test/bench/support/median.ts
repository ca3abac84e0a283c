export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** A figure for a table: so many digits after the point at most. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
