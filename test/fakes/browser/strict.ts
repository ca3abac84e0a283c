/** An API that throws when asked for what it does not have, so that a test cannot pass on what no browser does. */
export function strict<T extends object>(name: string, api: T): T {
  return new Proxy(api, {
    get(target, key, receiver) {
      // Symbols, and what await, test runners and bundlers look for on any value.
      if (typeof key === "symbol" || key in target || ["then", "toJSON", "$$typeof", "__esModule"].includes(key)) {
        return Reflect.get(target, key, receiver);
      }
      throw new Error(`the fake browser has no ${name}.${key}`);
    },
  });
}
