import browser from "webextension-polyfill";
import type messages from "../../_locales/en/messages.json";
import type { Badge, Sign } from "../ports/badge.ts";

/** White reads on each of them. What they mean stands in the mark and in the words too. */
const COLOURS: Readonly<Record<Exclude<Sign, "none">, string>> = {
  off: "#58626f",
  direct: "#2251cc",
  taken: "#b3261e",
  blocked: "#b3261e",
  no_access: "#805300",
};

const t = (key: keyof typeof messages): string => browser.i18n.getMessage(key);

/** The extension's button in the toolbar. A browser without one, or without marks on it (a phone's), shows nothing. */
export function actionBadge(): Badge {
  let shown: Sign | null = null;
  return {
    show(sign) {
      if (sign === shown) return;
      shown = sign;
      void draw(sign).catch(() => {});
    },
  };
}

async function draw(sign: Sign): Promise<void> {
  const { action } = browser;
  const words = sign === "none" ? t("name") : `${t("name")}: ${t(`badge_${sign}_title`)}`;
  await action?.setTitle?.({ title: words });
  await action?.setBadgeText?.({ text: sign === "none" ? "" : t(`badge_${sign}`) });
  if (sign === "none") return;
  await action?.setBadgeBackgroundColor?.({ color: COLOURS[sign] });
  await action?.setBadgeTextColor?.({ color: "#ffffff" });
}
