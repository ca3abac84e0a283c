import type { JSX } from "preact";
import { t } from "../../i18n.ts";
import type { Paste } from "../../models/paste.ts";
import { PROTOCOL_NAMES, PROTOCOLS } from "../../words/protocol-words.ts";

/** Asks what lines without a type are, when there are such lines. */
export function AssumedProtocol({ paste }: { paste: Paste }): JSX.Element | null {
  const { format } = paste.found.value;
  if (format === null || format === "uri-list") return null;
  return (
    <label class="line">
      <span>{t("paste_assume")}</span>
      <select
        value={paste.assumed.value}
        onChange={({ currentTarget: { value } }) => {
          paste.assumed.value = PROTOCOLS.find((one) => one === value) ?? "http";
        }}
      >
        {PROTOCOLS.map((protocol) => (
          <option key={protocol} value={protocol}>
            {PROTOCOL_NAMES[protocol]}
          </option>
        ))}
      </select>
    </label>
  );
}
