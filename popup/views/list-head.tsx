import type { JSX } from "preact";
import { t } from "../i18n.ts";
import { formatNumber } from "../lib/format.ts";
import type { Popup } from "../models/popup.ts";
import { ListPicker } from "./list-picker.tsx";
import { ListTools } from "./list-tools.tsx";
import { Tech } from "./tech.tsx";

/** Over the list: which list it is, how it is doing, and testing all of it. */
export function ListHead({ popup }: { popup: Popup }): JSX.Element {
  return (
    <div class="list-head">
      <div class="list-line">
        <ListPicker popup={popup} />
        <TestAll popup={popup} />
      </div>
      <ListTools popup={popup} />
    </div>
  );
}

function TestAll({ popup }: { popup: Popup }): JSX.Element {
  const { store, list, actions } = popup;
  const asked = store.asked.value;
  if (asked) {
    const progress = t("test_progress", formatNumber(asked.done), formatNumber(asked.total));
    return (
      <div class="testing">
        <progress aria-label={progress} title={progress} value={asked.done} max={asked.total} />
        <span class="quiet" aria-hidden="true">
          <Tech>{`${formatNumber(asked.done)}/${formatNumber(asked.total)}`}</Tech>
        </span>
        <button type="button" onClick={() => void actions.run("stopTests")}>
          {t("test_stop")}
        </button>
      </div>
    );
  }
  const listed = list.listed.value;
  return (
    <button
      type="button"
      disabled={store.mode.value === "system"}
      onClick={() => void actions.test(listed.kind === "all" ? [] : [listed.tag])}
    >
      {t("test_all")}
    </button>
  );
}
