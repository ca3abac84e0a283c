/** A name in full, or a part of it. */
export type Wanted = string | RegExp;

/** Whether an element is called so: its label, else its words without those that are hidden from a screen reader. */
export function nameOf(element: Element, wanted: Wanted): boolean {
  const name = (element.getAttribute("aria-label") ?? words(element)).trim();
  return typeof wanted === "string" ? name === wanted : wanted.test(name);
}

function words(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  if (node instanceof Element && node.getAttribute("aria-hidden") === "true") return "";
  return [...node.childNodes].map(words).join("");
}
