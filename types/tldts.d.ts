/** The tree of the public suffix list; see `src/decision/public-suffixes.ts`. */
declare module "tldts/dist/es6/src/data/trie.js" {
  export const nodeFlags: Uint8Array;
  export const edgeStart: Uint16Array;
  export const edgeLength: Uint8Array;
  export const edgeChild: Uint16Array;
  export const labelText: string;
  export const rulesRoot: number;
  export const exceptionsRoot: number;
}
