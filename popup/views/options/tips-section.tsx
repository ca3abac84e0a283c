import type { JSX } from "preact";
import { t } from "../../i18n.ts";

/** What a browser can and cannot do with some fields (SH1). */
export const TipsSection = (): JSX.Element => (
  <details class="section">
    <summary>{t("tips_heading")}</summary>
    <ul class="tips">
      <li>{t("tips_comments")}</li>
      <li>{t("tips_sticky")}</li>
      <li>{t("tips_containers")}</li>
      <li>{t("tips_private")}</li>
      <li>{t("tips_socks")}</li>
      <li>{t("tips_foreign")}</li>
    </ul>
  </details>
);
