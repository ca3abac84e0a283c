/** What the toolbar's button says at a glance; "none": requests go by the groups. */
export type Sign = "none" | "direct" | "off" | "taken" | "blocked" | "no_access";

/** The mark on the toolbar's button, with words under it. */
export interface Badge {
  show(sign: Sign): void;
}
