import { render, type VNode } from "preact";
import { act } from "preact/test-utils";
import { afterEach } from "vitest";
import { nameOf, type Wanted } from "./name-of.ts";

/** What a person or a screen reader finds in a part of a page. Looking for one thing that is not there fails. */
export interface Found {
  readonly element: HTMLElement;
  readonly text: string;
  button(name: Wanted, state?: { readonly pressed?: boolean; readonly expanded?: boolean }): HTMLButtonElement;
  hasButton(name: Wanted): boolean;
  /** A field, a progress bar or a region by its label. */
  labelled<T extends HTMLElement = HTMLElement>(name: Wanted): T;
  has(name: Wanted): boolean;
  one(selector: string): HTMLElement;
  all(selector: string): HTMLElement[];
  within(selector: string): Found;
}

let mounted: HTMLElement[] = [];

afterEach(() => {
  for (const root of mounted) {
    render(null, root);
    root.remove();
  }
  mounted = [];
});

/** Draws a page, which the end of the test takes away. */
export async function openPage(page: VNode): Promise<Found> {
  const root = document.body.appendChild(document.createElement("div"));
  mounted.push(root);
  await act(async () => render(page, root));
  return found(root);
}

export const click = (element: HTMLElement): Promise<void> => act(async () => element.click());

/** Types into, or chooses from, a field. */
export const enter = (field: HTMLElement, value: string): Promise<void> =>
  act(async () => {
    Object.assign(field, { value });
    field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
  });

export const press = (element: HTMLElement, key: string): Promise<void> =>
  act(async () => void element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));

function found(element: HTMLElement): Found {
  const all = (selector: string): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(selector)];
  const only = <T extends HTMLElement>(what: string, candidates: readonly HTMLElement[]): T => {
    const [first, ...more] = candidates;
    if (!first || more.length > 0)
      throw new Error(`expected one ${what}, found ${candidates.length} in ${element.innerHTML}`);
    return first as T;
  };
  const buttons = (name: Wanted): HTMLElement[] => all("button").filter((one) => nameOf(one, name));
  return {
    element,
    get text() {
      return element.textContent ?? "";
    },
    button: (name, state = {}) =>
      only(
        `button ${name}`,
        buttons(name).filter((one) =>
          Object.entries(state).every(([key, value]) => one.getAttribute(`aria-${key}`) === String(value)),
        ),
      ),
    hasButton: (name) => buttons(name).length > 0,
    labelled: (name) =>
      only(
        `element labelled ${name}`,
        all("[aria-label]:not(button)").filter((one) => nameOf(one, name)),
      ),
    has: (name) => all("*").some((one) => nameOf(one, name)),
    one: (selector) => only(selector, all(selector)),
    all,
    within: (selector) => found(only(selector, all(selector))),
  };
}
