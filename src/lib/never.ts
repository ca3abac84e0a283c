/** Ends an exhaustive switch: reaching it is a bug, and an unhandled variant does not compile. */
export function never(value: never): never {
  throw new Error(`unhandled variant: ${JSON.stringify(value)}`);
}
