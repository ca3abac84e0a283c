/** Hints that a person does not want to see again. Kept by the browser for the extension's pages; nothing depends on it. */
export interface HiddenHints {
  isHidden(hint: string): boolean;
  hide(hint: string): void;
}

const key = (hint: string): string => `hidden-hint:${hint}`;

export const hiddenHints: HiddenHints = {
  isHidden(hint) {
    try {
      return localStorage.getItem(key(hint)) !== null;
    } catch {
      return false;
    }
  },
  hide(hint) {
    try {
      localStorage.setItem(key(hint), "yes");
    } catch {
      // The person has the browser keep nothing: it is hidden until the page is closed.
    }
  },
};
