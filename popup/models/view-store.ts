import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Tag } from "../../src/model/outbound.ts";
import { NOTHING_UNROUTED, type Unrouted } from "../../src/protocol/unrouted.ts";
import type { Control, GroupView, MemberView, Mode, Plain, View } from "../../src/protocol/view.ts";
import { settled } from "../lib/settled.ts";

/** The last view, taken apart so that each part of the page follows only what it shows. */
export interface ViewStore {
  /** Null until the first view has come. */
  readonly view: ReadonlySignal<View | null>;
  readonly mode: ReadonlySignal<Mode>;
  readonly control: ReadonlySignal<Control>;
  readonly unrouted: ReadonlySignal<Unrouted>;
  readonly asked: ReadonlySignal<View["asked"]>;
  readonly offline: ReadonlySignal<boolean>;
  readonly final: ReadonlySignal<Tag | null>;
  /** In config order. */
  readonly groupTags: ReadonlySignal<readonly Tag[]>;
  readonly memberTags: ReadonlySignal<readonly Tag[]>;
  readonly lists: ReadonlySignal<View["lists"]>;
  readonly temporary: ReadonlySignal<View["temporary"]>;
  readonly webRtc: ReadonlySignal<View["webRtc"]>;
  readonly troubles: ReadonlySignal<View["troubles"]>;
  /** Those whose former account the browser still knows. */
  readonly heldBack: ReadonlySignal<readonly Tag[]>;
  /** The same signal for the same tag each time. */
  group(tag: Tag): ReadonlySignal<GroupView | undefined>;
  member(tag: Tag): ReadonlySignal<MemberView | undefined>;
  /** Whether what is neither a proxy nor a group goes directly or blocks; undefined: it is one of those, or unknown. */
  plain(tag: Tag): Plain | undefined;
  take(view: View): void;
}

export function createViewStore(): ViewStore {
  const view = signal<View | null>(null);
  const plain = settled(() => new Map(Object.entries(view.value?.plain ?? {})));
  return {
    view,
    mode: computed(() => view.value?.mode ?? "system"),
    control: settled<Control>(() => view.value?.control ?? { kind: "off" }),
    unrouted: settled(() => view.value?.unrouted ?? NOTHING_UNROUTED),
    asked: settled(() => view.value?.asked ?? null),
    offline: computed(() => view.value?.offline ?? false),
    final: computed(() => view.value?.final ?? null),
    groupTags: settled(() => view.value?.groups.map((group) => group.tag) ?? []),
    memberTags: settled(() => view.value?.members.map((member) => member.tag) ?? []),
    lists: settled(() => view.value?.lists ?? []),
    temporary: settled(() => view.value?.temporary ?? []),
    webRtc: settled(() => view.value?.webRtc ?? { chosen: false, state: "open" }),
    troubles: settled(() => view.value?.troubles ?? { first: [], count: 0 }),
    heldBack: settled(() => view.value?.members.filter(isHeldBack).map(({ tag }) => tag) ?? []),
    group: byTag(() => view.value?.groups ?? []),
    member: byTag(() => view.value?.members ?? []),
    plain: (tag) => plain.value.get(tag),
    take(next) {
      view.value = next;
    },
  };
}

const isHeldBack = ({ shown }: MemberView): boolean => shown.kind === "failed" && shown.error.code === "account_kept";

function byTag<T extends { readonly tag: Tag }>(list: () => readonly T[]): (tag: Tag) => ReadonlySignal<T | undefined> {
  const index = computed(() => new Map(list().map((item) => [item.tag, item])));
  const signals = new Map<Tag, ReadonlySignal<T | undefined>>();
  return (tag) => {
    const known = signals.get(tag);
    if (known) return known;
    const made = settled(() => index.value.get(tag));
    signals.set(tag, made);
    return made;
  };
}
