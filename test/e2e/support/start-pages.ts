const NAMES = Array.from({ length: 20 }, (_, i) => `tab-${i}.example`);

/** Pages with pictures on other hosts. Named in the command they open with the browser, as the last session's tabs do. */
export const START_PAGES = NAMES.map((name) => `https://${name}/page?n=2&host=i%25i.${name}`);

/** Those of the pages that were asked for. */
export const startHosts = (requests: readonly { readonly host: string }[]): readonly string[] =>
  START_PAGES.filter((_, i) => requests.some(({ host }) => host === NAMES[i]));
