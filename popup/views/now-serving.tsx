import type { JSX } from "preact";
import { never } from "../../src/lib/never.ts";
import type { ProbeError } from "../../src/model/probe-error.ts";
import { plural, t } from "../i18n.ts";
import { formatNumber } from "../lib/format.ts";
import { isolate } from "../lib/isolate.ts";
import type { Popup } from "../models/popup.ts";
import { knownTo, type Serving, serving } from "../models/serving.ts";
import { errorWords } from "../words/error-words.ts";
import { ExitLine } from "./exit-line.tsx";
import { Flag } from "./flag.tsx";
import { ResultText } from "./result-text.tsx";
import { Name } from "./tech.tsx";

/** Which proxy carries what no rule names: the first thing a person looks for. */
export function NowServing({ popup: { store } }: { popup: Popup }): JSX.Element {
  const found = serving(store.final.value, knownTo(store));
  switch (store.mode.value) {
    case "system":
      return <Plain title={t("now_off")} more={t("now_off_more")} />;
    case "direct":
      return <Plain title={t("now_all_direct")} more={t("now_all_direct_more")} />;
    case "balanced":
      return <Balanced found={found} />;
  }
}

function Balanced({ found }: { found: Serving }): JSX.Element {
  switch (found.kind) {
    case "proxy":
      return <ProxyInUse {...found} />;
    case "direct":
      return <Plain title={t("now_direct")} more={t("now_direct_more")} />;
    case "block":
      return <Plain title={t("now_block")} more={t("now_block_more")} />;
    case "refused":
      return <Plain title={t("now_block")} more={t("now_refused_more", isolate(found.tag))} />;
    case "empty":
      return <Plain title={t("now_empty")} more={t("now_empty_more")} />;
    case "nothing":
      return <Plain title={t("now_block")} />;
    default:
      return never(found);
  }
}

function ProxyInUse({ member, more }: Extract<Serving, { kind: "proxy" }>): JSX.Element {
  return (
    <section class="now" aria-label={t("now_heading")}>
      <Flag country={member.exit?.country} />
      <div class="now-who">
        <strong class="now-title">
          <Name>{member.tag}</Name>
        </strong>
        <span class="now-more">
          <ExitLine member={member} />
        </span>
        {member.shown.kind === "failed" && <FailedLine error={member.shown.error} />}
        {more > 0 && <span class="now-more">{plural("now_sharing", more, formatNumber(more))}</span>}
      </div>
      <ResultText shown={member.shown} />
    </section>
  );
}

/** The proxy in use does not work: worth the words at once, and not only in its details. */
function FailedLine({ error }: { error: ProbeError }): JSX.Element {
  const { says, advice } = errorWords(error);
  return (
    <span class="now-more">
      <span class="bad">{says}</span> {advice}
    </span>
  );
}

function Plain({ title, more }: { title: string; more?: string }): JSX.Element {
  return (
    <section class="now" aria-label={t("now_heading")}>
      <div class="now-who">
        <strong class="now-title">{title}</strong>
        {more && <span class="now-more">{more}</span>}
      </div>
    </section>
  );
}
