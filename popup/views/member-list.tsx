import type { JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Tag } from "../../src/model/outbound.ts";
import { t } from "../i18n.ts";
import { rowAfterKey } from "../lib/row-keys.ts";
import type { Popup } from "../models/popup.ts";
import { MemberRow } from "./member-row.tsx";

/** More rows than fit on the popup: they are drawn first, so that it opens at once. */
const FIRST_ROWS = 24;
/** The others follow in steps short enough that a click is not kept waiting. */
const MORE_ROWS = 120;

export function MemberList({ popup }: { popup: Popup }): JSX.Element {
  const { list } = popup;
  const element = useRef<HTMLUListElement>(null);
  const rows = useFirstRowsFirst(list.rows.value);
  const listed = list.listed.value;
  const group = listed.kind === "group" ? listed.tag : null;

  function move(event: TargetedKeyboardEvent<HTMLUListElement>): void {
    const from = event.target instanceof HTMLElement ? event.target : null;
    const row = from?.closest<HTMLElement>("[data-tag]");
    const to = row ? rowAfterKey(event.key, rows.indexOf(row.dataset.tag ?? ""), rows.length) : null;
    if (to === null) return;
    event.preventDefault();
    const goal = element.current?.children[to];
    // The same button of the other row, where it has one.
    const same = goal?.querySelector<HTMLElement>(`[data-part="${from?.dataset.part}"]:not(:disabled)`);
    (same ?? goal?.querySelector<HTMLElement>("button"))?.focus();
  }

  if (rows.length === 0) {
    return <p class="list-none quiet">{list.search.value.trim() === "" ? t("list_empty") : t("list_none")}</p>;
  }
  return (
    <>
      <ul key={group} class="list" ref={element} aria-describedby="list-hint" onKeyDown={move}>
        {rows.map((tag) => (
          <MemberRow key={tag} tag={tag} group={group} popup={popup} />
        ))}
      </ul>
      <p id="list-hint" hidden>
        {t("list_hint")}
      </p>
    </>
  );
}

function useFirstRowsFirst(rows: readonly Tag[]): readonly Tag[] {
  const [drawn, setDrawn] = useState(FIRST_ROWS);
  const left = drawn < rows.length;
  useEffect(() => {
    if (!left) return;
    const timer = setTimeout(() => setDrawn(drawn + MORE_ROWS), 0);
    return () => clearTimeout(timer);
  }, [left, drawn]);
  return left ? rows.slice(0, drawn) : rows;
}
