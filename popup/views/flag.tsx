import type { JSX } from "preact";
import { drawsFlags, flagEmoji } from "../lib/flag.ts";
import { countryName } from "../lib/format.ts";
import { Globe } from "./icons.tsx";

/**
 * The country of an exit: its flag, or its two letters where the system has no flags (Windows). The name stands
 * beside it, so it says nothing to a screen reader.
 */
export function Flag({ country }: { country: string | undefined }): JSX.Element {
  if (country === undefined) {
    return (
      <span class="flag flag-none" aria-hidden="true">
        <Globe />
      </span>
    );
  }
  const emoji = drawsFlags();
  return (
    <span class={emoji ? "flag" : "flag flag-letters"} title={countryName(country)} aria-hidden="true">
      {emoji ? flagEmoji(country) : country}
    </span>
  );
}
