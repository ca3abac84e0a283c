import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Tag } from "../../src/model/outbound.ts";
import { type Mode, routesByUs, type View } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { formatNumber } from "../lib/format.ts";
import { isolate } from "../lib/isolate.ts";
import { shownWords } from "../words/shown-words.ts";
import type { Actions } from "./actions.ts";
import type { ViewStore } from "./view-store.ts";

/** What a screen reader is to say: what a person switched or picked, that tests began and how they ended. Not each step. */
export function createAnnouncements(store: ViewStore, actions: Actions): ReadonlySignal<string> {
  const words = signal("");
  let before: View | null = null;
  effect(() => {
    const now = store.view.value;
    const said = before && now ? change(before, now, actions) : null;
    before = now;
    if (said !== null) words.value = said;
  });
  return words;
}

function change(before: View, now: View, actions: Actions): string | null {
  const mode = inForce(now);
  if (mode !== null && mode !== inForce(before)) return t(`mode_now_${mode}`);
  if (!before.asked && now.asked) return t("test_started");
  if (before.asked && !now.asked) return ended(now, actions);
  const picked = now.groups.find((group) => group.type === "selector" && group.selected !== pickIn(before, group.tag));
  return picked?.selected == null ? null : t("pick_done", isolate(picked.selected));
}

/** What was switched to, once it is in force; null: requests go another way, of which the warning speaks. */
const inForce = ({ mode, control }: View): Mode | null => (mode === "system" || routesByUs(control) ? mode : null);

const pickIn = (view: View, tag: Tag): Tag | null => view.groups.find((group) => group.tag === tag)?.selected ?? null;

function ended(view: View, { tested }: Actions): string {
  const tags = tested.peek();
  const only = tags?.length === 1 ? view.members.find((member) => member.tag === tags[0]) : undefined;
  if (only) return t("test_result", isolate(only.tag), shownWords(only.shown).text);
  const all = tags?.length ? proxiesIn(view, tags) : null;
  const counted = view.members.filter(({ tag, enabled }) => enabled && (all?.has(tag) ?? true));
  const working = counted.filter(({ shown }) => shown.kind === "delay");
  return t("test_finished", formatNumber(working.length), formatNumber(counted.length));
}

/** These outbounds and all that is inside them. */
function proxiesIn({ groups }: View, tags: readonly Tag[]): ReadonlySet<Tag> {
  const found = new Set(tags);
  // What is added on the way is walked too.
  for (const tag of found)
    for (const inner of groups.find((group) => group.tag === tag)?.members ?? []) found.add(inner);
  return found;
}
