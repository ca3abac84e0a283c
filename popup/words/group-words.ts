import type { GroupView } from "../../src/protocol/view.ts";
import { type MessageKey, separator, t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";

const TYPES: Readonly<Record<GroupView["type"], MessageKey>> = {
  selector: "group_selector",
  "round-robin": "group_round_robin",
  "lowest-delay": "group_lowest_delay",
  "consistent-hashing": "group_consistent_hashing",
  "sticky-sessions": "group_sticky_sessions",
  pool: "group_pool",
};

/** How a group picks its member. */
export const groupType = (group: GroupView): string => t(TYPES[group.type]);

/** A group's name and how it picks, for an `<option>`. */
export const groupTitle = (group: GroupView): string => `${isolate(group.tag)}${separator()}${groupType(group)}`;
