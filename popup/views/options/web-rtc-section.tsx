import type { JSX } from "preact";
import { t } from "../../i18n.ts";
import type { Options } from "../../models/options.ts";
import { webRtcWords } from "../../words/web-rtc-words.ts";

/** Calls in pages send past proxies, which shows the person's own address: a switch against it, and how it is with it. */
export function WebRtcSection({ options: { webRtc, store } }: { options: Options }): JSX.Element {
  const view = store.webRtc.value;
  const words = webRtcWords(view, store.mode.value);
  return (
    <details class="section">
      <summary>{t("webrtc_heading")}</summary>
      <p>{t("webrtc_more")}</p>
      <label class="choices">
        <input type="checkbox" checked={view.chosen} onClick={() => void webRtc.choose(!view.chosen)} />
        {t("webrtc_choice")}
      </label>
      <div class="line" role="status">
        {webRtc.denied.value && <span class="bad">{t("webrtc_denied")}</span>}
        {words && <span class={words.tone}>{words.text}</span>}
        {view.state === "no-permission" && (
          <button type="button" onClick={() => void webRtc.choose(true)}>
            {t("webrtc_allow")}
          </button>
        )}
      </div>
      <p class="quiet">{t("webrtc_cost")}</p>
    </details>
  );
}
