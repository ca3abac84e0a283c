import { build, type Plugin } from "vite";

const SUFFIX = "?pac";

/** `import code from "./entry.ts?pac"`: the module and all it imports, bundled into one ASCII classic script. */
export function pac(): Plugin {
  return {
    name: "switchyard:pac",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return;
      const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer, { skipSelf: true });
      return resolved && `${resolved.id}${SUFFIX}`;
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return;
      const { code, modules } = await bundlePac(id.slice(0, -SUFFIX.length));
      for (const module of modules) this.addWatchFile(module);
      return { code: `export default ${JSON.stringify(code)};`, map: null, moduleType: "js" };
    },
  };
}

/** The script assigns its default export to `FindProxyForURL`. Fails when the entry does not build. */
export async function bundlePac(entry: string): Promise<{ code: string; modules: string[] }> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    mode: "production",
    build: {
      write: false,
      target: "es2022",
      minify: true,
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: "strict",
        output: { format: "iife", name: "FindProxyForURL", exports: "default" },
      },
    },
  });
  const result = Array.isArray(built) ? built[0] : built;
  if (!result || !("output" in result)) throw new Error("the PAC program gave no output");
  const chunk = result.output[0];
  return { code: toAscii(chunk.code), modules: chunk.moduleIds.filter((module) => module.startsWith("/")) };
}

/** Chrome's proxy setting takes ASCII only (fact C1). */
export function toAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
