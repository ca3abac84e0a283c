import type { JSX } from "preact";
import { BLOCK } from "../../../src/model/outbound.ts";
import type { AddressView } from "../../../src/protocol/address-view.ts";
import type { WhyUnrouted } from "../../../src/protocol/unrouted.ts";
import type { WhyStep } from "../../../src/protocol/view.ts";
import { t } from "../../i18n.ts";
import { formatDelay } from "../../lib/format.ts";
import type { AddressBox } from "../../models/address-box.ts";
import type { Options } from "../../models/options.ts";
import { addressFault, addressNote, blockedWords, isExample } from "../../words/address-words.ts";
import { ruleWords, tabSentence } from "../../words/tab-words.ts";
import { unroutedReason, unroutedSentence } from "../../words/unrouted-words.ts";
import { stepWhy } from "../../words/why-words.ts";
import { Rich } from "../rich.tsx";
import { Name, Tech } from "../tech.tsx";

type Found = Extract<AddressView, { kind: "found" }>;

/** Where an address would go: which rule wins, through which groups, to which member, and why. */
export function AddressSection({ options }: { options: Options }): JSX.Element {
  const { address, store } = options;
  const view = address.found.value;
  const fault = view && addressFault(view);
  const note = addressNote(store.mode.value);
  return (
    <section aria-labelledby="address-heading">
      <h2 id="address-heading">{t("address_heading")}</h2>
      <p class="quiet">{t("address_more")}</p>
      <input
        class="address code"
        type="text"
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-label={t("address_label")}
        aria-describedby="address-found"
        aria-invalid={fault !== null}
        placeholder="https://www.example.com"
        value={address.text.value}
        onInput={(event) => {
          address.text.value = event.currentTarget.value;
        }}
      />
      <Containers box={address} />
      <div id="address-found" class="found" aria-live="polite">
        {fault !== null && <p class="bad">{fault}</p>}
        {view?.kind === "found" && (
          <>
            {view.unrouted === null ? <Way view={view} /> : <Unrouted origin={view.origin} why={view.unrouted} />}
            {note !== null && <p class="quiet">{note}</p>}
          </>
        )}
      </div>
    </section>
  );
}

/** Firefox's: a rule may ask for a container, and private windows may go a way of their own. */
function Containers({ box }: { box: AddressBox }): JSX.Element | null {
  const known = box.containers.value;
  if (known.length === 0) return null;
  return (
    <label class="line">
      {t("address_container")}
      <select
        value={box.container.value}
        onChange={(event) => {
          box.container.value = event.currentTarget.value;
        }}
      >
        {known.map((id) => (
          <option key={id} value={id}>
            {containerWords(id)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Firefox tells the names of containers only to extensions that must have a permission from the start. */
function containerWords(id: string): string {
  if (id === "firefox-default") return t("container_default");
  return id === "firefox-private" ? t("container_private") : id;
}

/** What the rules make of it does not matter: the browser does not send it by us. */
const Unrouted = ({ origin, why }: { origin: string; why: WhyUnrouted }): JSX.Element => (
  <>
    <p class="found-way">
      <Rich id={unroutedSentence(why)} parts={[<Tech key="origin">{origin}</Tech>]} />
    </p>
    <p>{unroutedReason(why)}</p>
  </>
);

function Way({ view }: { view: Found }): JSX.Element {
  const { origin, outbound, text, why, went } = view;
  const sentence = tabSentence({ outbound, seen: false });
  const blocked = blockedWords(view);
  return (
    <>
      <p class="found-way">
        {sentence && (
          <Rich id={sentence} parts={[<Tech key="origin">{origin}</Tech>, <Name key="by">{outbound}</Name>]} />
        )}
      </p>
      <ol class="found-steps">
        <li>
          {view.rule === null ? (
            <Rich id="address_no_rule" parts={[<Name key="final">{why[0]?.group ?? outbound}</Name>]} />
          ) : (
            ruleWords(view)
          )}{" "}
          {text !== null && <code dir="ltr">{text}</code>}
        </li>
        {why.map((step) => (
          <Step key={step.group} step={step} />
        ))}
        {outbound === BLOCK && blocked !== null && <li>{blocked}</li>}
      </ol>
      {went !== null && (
        <p class="quiet">
          <Rich id="address_went" parts={[<Name key="by">{went}</Name>]} />
        </p>
      )}
    </>
  );
}

function Step({ step }: { step: WhyStep }): JSX.Element {
  const { group, member } = step;
  const why = stepWhy(step);
  return (
    <li>
      <Rich
        id={member === null ? "address_step_empty" : isExample(step) ? "address_step_example" : "address_step"}
        parts={[<Name key="group">{group}</Name>, <Name key="member">{member}</Name>]}
      />
      {member !== null && why && (
        <span class="quiet">{` (${why.needed === null ? t(why.id) : t(why.id, formatDelay(why.needed))})`}</span>
      )}
    </li>
  );
}
