import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Tag } from "../../src/model/outbound.ts";
import { type GroupView, routesByUs } from "../../src/protocol/view.ts";
import type { Popup } from "../models/popup.ts";
import { GroupRow } from "./group-row.tsx";
import { PlainRow } from "./plain-row.tsx";
import { ProxyRow } from "./proxy-row.tsx";

export interface RowProps {
  readonly tag: Tag;
  /** The group whose member it is; null: it stands in the list of all proxies. */
  readonly group: Tag | null;
  readonly popup: Popup;
}

/** What a row knows of its place in the group. Each is followed apart, so that a change draws the rows it concerns only. */
export interface Place {
  /** In a selector: it is the one picked. Else: it takes new connections now. */
  readonly inUse: boolean;
  /** Picks it; null: the group is not one that a person picks from. */
  readonly pick: (() => void) | null;
  /** The Tab key leads here. */
  readonly tabIndex: 0 | -1;
  readonly enter: () => void;
}

export function MemberRow({ tag, group, popup }: RowProps): JSX.Element {
  const { store, list, actions } = popup;
  const own = group === null ? null : store.group(group);
  const selector = useComputed(() => own?.value?.type === "selector").value;
  const routed = useComputed(() => store.mode.value === "balanced" && routesByUs(store.control.value)).value;
  const inUse = useComputed(() => isInUse(own?.value, tag, routed)).value;
  const entry = useComputed(() => list.entry.value === tag).value;
  const open = useSignal(false);
  const place: Place = {
    inUse,
    pick: selector && group !== null ? () => void actions.run("pick", { group, member: tag }) : null,
    tabIndex: entry ? 0 : -1,
    enter: () => list.enter(tag),
  };
  const member = store.member(tag).value;
  if (member) return <ProxyRow member={member} grouped={group !== null} place={place} open={open} popup={popup} />;
  const inner = store.group(tag).value;
  return inner ? (
    <GroupRow group={inner} place={place} popup={popup} />
  ) : (
    <PlainRow tag={tag} does={store.plain(tag) ?? "block"} place={place} />
  );
}

function isInUse(group: GroupView | undefined, tag: Tag, routed: boolean): boolean {
  if (group?.type === "selector") return group.selected === tag;
  return routed && (group?.using.includes(tag) ?? false);
}
