import type { Plugin } from "vite";

const LATER = /\bimport\((["'][^"']+["'])\)/g;

/**
 * Turns `import("./x.ts")` in the background into a module that is there from the start: Chrome's service worker has no
 * `import()`.
 */
export function loadAtOnce(): Plugin {
  return {
    name: "switchyard:load-at-once",
    enforce: "post",
    transform(code, id) {
      if (!id.includes("/background/") || !LATER.test(code)) return;
      const loaded: string[] = [];
      const changed = code.replace(LATER, (_, path: string) => `Promise.resolve(loaded${loaded.push(path) - 1})`);
      const imports = loaded.map((path, at) => `import * as loaded${at} from ${path};`);
      return { code: `${imports.join("\n")}\n${changed}`, map: null };
    },
  };
}
