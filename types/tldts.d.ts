declare module "tldts/dist/index.esm.min.js" {
  export { getDomain } from "tldts";
}
