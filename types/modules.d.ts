/** A module bundled into one ASCII classic script (scripts/vite/pac-plugin.ts). */
declare module "*?pac" {
  const code: string;
  export default code;
}
