import type { JSX } from "preact";
import { BLOCK, DIRECT, type Tag } from "../../src/model/outbound.ts";
import type { TemporaryRuleView } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";
import type { Temporary } from "../models/temporary.ts";
import { Rich } from "./rich.tsx";
import { Name, Tech } from "./tech.tsx";

/** The value of "as usual": a tag is never empty. */
const AS_USUAL = "";

/** Rules that end when the browser closes: one for the tab's site can be added, and each removed. */
export function TemporaryRules({ temporary }: { temporary: Temporary }): JSX.Element | null {
  const site = temporary.site.value;
  const rules = temporary.rules.value;
  if (site === null && rules.length === 0) return null;
  return (
    <section class="temporary" aria-label={t("temporary_heading")}>
      {site && <Add site={site.host} temporary={temporary} />}
      {rules.length > 0 && (
        <ul>
          {rules.map((rule) => (
            <Rule
              key={rule.host}
              rule={rule}
              refused={temporary.isRefused(rule.outbound)}
              onRemove={() => void temporary.remove(rule.host)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Add({ site, temporary }: { site: string; temporary: Temporary }): JSX.Element {
  return (
    <label class="route">
      <span>{t("temporary_add")}</span>
      <select
        aria-label={t("temporary_add_label", isolate(site))}
        value={temporary.chosen.value ?? AS_USUAL}
        onChange={({ currentTarget: { value } }) => void temporary.choose(value === AS_USUAL ? null : value)}
      >
        <option value={AS_USUAL}>{t("temporary_choose")}</option>
        {temporary.outbounds.value.map((tag) => (
          <option key={tag} value={tag}>
            {outboundName(tag)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface RuleProps {
  readonly rule: TemporaryRuleView;
  readonly refused: boolean;
  readonly onRemove: () => void;
}

function Rule({ rule, refused, onRemove }: RuleProps): JSX.Element {
  const { host, outbound, missing } = rule;
  return (
    <li>
      <span>
        <Rich
          id={missing ? "temporary_missing" : refused ? "temporary_refused" : "temporary_rule"}
          parts={[<Tech key="host">{host}</Tech>, <Name key="by">{outboundName(outbound)}</Name>]}
        />
      </span>
      <button type="button" aria-label={t("temporary_remove_label", isolate(host))} onClick={onRemove}>
        {t("temporary_remove")}
      </button>
    </li>
  );
}

function outboundName(tag: Tag): string {
  if (tag === DIRECT) return t("temporary_direct");
  return tag === BLOCK ? t("temporary_block") : isolate(tag);
}
