import type { Mode, WebRtcView } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";

export interface WebRtcWords {
  readonly text: string;
  readonly tone: "good" | "bad" | "quiet";
}

/** How it is with what was chosen; null: nothing was. */
export function webRtcWords({ chosen, state }: WebRtcView, mode: Mode): WebRtcWords | null {
  if (!chosen) return null;
  switch (state) {
    case "closed":
      return { text: t("webrtc_closed"), tone: "good" };
    case "open":
      // It is made so within a moment.
      return mode === "balanced" ? null : { text: t("webrtc_resting"), tone: "quiet" };
    case "no-permission":
      return { text: t("webrtc_no_permission"), tone: "bad" };
    default:
      return { text: t(`webrtc_${state}`), tone: "bad" };
  }
}
