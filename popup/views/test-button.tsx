import type { JSX } from "preact";
import type { Tag } from "../../src/model/outbound.ts";
import type { Shown } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";
import type { Popup } from "../models/popup.ts";
import { Retest } from "./icons.tsx";
import type { Place } from "./member-row.tsx";
import { ResultText } from "./result-text.tsx";

interface TestButtonProps {
  readonly tag: Tag;
  readonly shown: Shown;
  /** A test of it runs now. */
  readonly busy: boolean;
  /** It takes no part. */
  readonly off: boolean;
  readonly place: Place;
  readonly popup: Popup;
}

/** A result; a click tests again. */
export function TestButton({ tag, shown, busy, off, place, popup }: TestButtonProps): JSX.Element {
  const resting = popup.store.mode.value === "system";
  if (off) return <span class="row-test">–</span>;
  return (
    <button
      type="button"
      class="row-test"
      data-part="test"
      data-busy={busy}
      tabIndex={place.tabIndex}
      title={t("test_named", isolate(tag))}
      disabled={resting}
      onFocus={place.enter}
      onClick={() => void popup.actions.test([tag])}
    >
      <ResultText shown={busy && !isKnown(shown) ? { kind: "testing" } : shown} />
      <span class="sr-only">{t("test_named", isolate(tag))}</span>
      <Retest />
    </button>
  );
}

/** Something a test of this run said: it stays in view while the next one runs. */
const isKnown = (shown: Shown): boolean => shown.kind !== "untested" && shown.kind !== "cached";
