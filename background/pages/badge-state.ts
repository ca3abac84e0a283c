import { never } from "../../src/lib/never.ts";
import type { Control, Mode } from "../../src/protocol/view.ts";
import type { Sign } from "../ports/badge.ts";

/** What the toolbar's button says of how requests go. */
export function signOf(mode: Mode, control: Control): Sign {
  switch (control.kind) {
    case "off":
      return "off";
    case "ours":
    case "exposed":
      return mode === "direct" ? "direct" : "none";
    case "taken":
      return "taken";
    case "no-access":
      return "no_access";
    case "blocked":
      return "blocked";
    default:
      return never(control);
  }
}
