/** Reads a value as `T`, or throws an error that says where, what was expected and what came. */
export type Check<T> = (value: unknown, where: string) => T;

type Checks<T> = { readonly [K in keyof T]: Check<T[K]> };

function wrong(where: string, expected: string, value: unknown): never {
  throw new Error(`${where}: expected ${expected}, got ${JSON.stringify(value)}`);
}

export const unchecked: Check<unknown> = (value) => value;
export const text: Check<string> = (value, where) => (typeof value === "string" ? value : wrong(where, "text", value));
export const flag: Check<boolean> = (value, where) =>
  typeof value === "boolean" ? value : wrong(where, "true or false", value);
export const number: Check<number> = (value, where) =>
  typeof value === "number" && Number.isFinite(value) ? value : wrong(where, "a number", value);

export const oneOf =
  <const T>(values: readonly T[]): Check<T> =>
  (value, where) =>
    values.includes(value as T) ? (value as T) : wrong(where, `one of ${JSON.stringify(values)}`, value);

export const nullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value, where) =>
    value === null ? null : check(value, where);

export const either =
  <A, B>(first: Check<A>, second: Check<B>): Check<A | B> =>
  (value, where) => {
    try {
      return first(value, where);
    } catch {
      return second(value, where);
    }
  };

export const list =
  <T>(check: Check<T>): Check<T[]> =>
  (value, where) =>
    Array.isArray(value) ? value.map((item, i) => check(item, `${where}[${i}]`)) : wrong(where, "a list", value);

/** An object from any name to a value of one kind. */
export const map =
  <T>(check: Check<T>): Check<Record<string, T>> =>
  (value, where) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, check(item, `${where}.${key}`)]))
      : wrong(where, "an object", value);

/** An object with all of `required`, any of `optional`, and nothing else: an unknown key is an error, never skipped. */
export const object =
  <R extends object, O extends object>(required: Checks<R>, optional: Checks<O>): Check<R & Partial<O>> =>
  (value, where) => {
    if (!isObject(value)) return wrong(where, "an object", value);
    const checks: Record<string, Check<unknown>> = { ...required, ...optional };
    for (const key of Object.keys(required)) if (!(key in value)) wrong(where, `the key ${key}`, Object.keys(value));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
        return [key, check ? check(item, `${where}.${key}`) : wrong(where, `one of ${Object.keys(checks)}`, key)];
      }),
    ) as R & Partial<O>;
  };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
