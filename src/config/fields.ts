/** An object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `null` is the same as unset, as in Go. */
export const isSet = (fields: Fields, name: string): boolean => fields[name] !== undefined && fields[name] !== null;
