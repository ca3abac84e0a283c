import type { WebRtcState } from "../../src/protocol/view.ts";

/** The browser's setting that says whether WebRTC may send past the proxies. */
export interface WebRtcSetting {
  /**
   * Sets it, or gives it back; repeats do no harm. Never rejects.
   *
   * @returns how it is then
   */
  apply(closed: boolean): Promise<WebRtcState>;
}
