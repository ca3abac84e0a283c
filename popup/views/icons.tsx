import type { JSX } from "preact";

/** Line icons on a grid of 16. They are decoration: the control around each has its own name. */
function icon(path: string, name: string): () => JSX.Element {
  return () => (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export const ChevronDown = icon("M4 6.25 8 10.25 12 6.25", "down");
/** Points to the end of the line: it is mirrored in right-to-left text. */
export const ChevronEnd = icon("M6.25 4 10.25 8 6.25 12", "end");
export const Retest = icon("M12.9 8.6A5 5 0 1 1 11.6 4.6L13 6M13 2.9V6H9.9", "retest");
export const Sliders = icon("M2.5 5h6M12 5h1.5M10.2 3.3v3.4M2.5 11H4M7.5 11h6M5.8 9.3v3.4", "sliders");
/** A place that is not known. */
export const Globe = icon(
  "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM2 8h12M8 2c2.3 1.8 2.3 10.2 0 12M8 2C5.7 3.8 5.7 12.2 8 14",
  "globe",
);
export const Plus = icon("M8 3v10M3 8h10", "plus");
export const Alert = icon("M8 2.5 14.2 13.3H1.8ZM8 6.5v3.2M8 11.4v.1", "alert");

/** The railway points of the extension's icon. */
export const Mark = (): JSX.Element => (
  <svg class="mark" viewBox="0 0 48 48" width="24" height="24" aria-hidden="true">
    <rect class="mark-ground" width="48" height="48" rx="11" />
    <path class="mark-idle" d="M29 35H40" />
    <path class="mark-way" d="M8 35h6c12 0 10-21 20-21h2" />
    <circle class="mark-signal" cx="37.5" cy="14" r="6" />
  </svg>
);
