import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n.ts";
import type { Place } from "./member-row.tsx";

interface RowMainProps {
  readonly place: Place;
  /** Nothing is said of a row's use in the list of all proxies: it has no group there. */
  readonly grouped: boolean;
  readonly title: ComponentChildren;
  readonly more: ComponentChildren;
  readonly flag: ComponentChildren;
  /** What a click does where the group is not one to pick from. */
  readonly onClick?: () => void;
  readonly expanded?: boolean;
  readonly children?: ComponentChildren;
}

/** The wide button of a row: picks the member in a selector, else opens its details. */
export function RowMain(props: RowMainProps): JSX.Element {
  const { place, grouped, title, more, flag, onClick, expanded, children } = props;
  const does = place.pick
    ? { onClick: place.pick, "aria-pressed": place.inUse }
    : { onClick, "aria-expanded": expanded };
  return (
    <button type="button" class="row-main" data-part="main" tabIndex={place.tabIndex} onFocus={place.enter} {...does}>
      {grouped && <UseMark inUse={place.inUse} spoken={!place.pick} />}
      {flag}
      <span class="row-text">
        <span class="row-title">{title}</span>
        <span class="row-more">{more}</span>
      </span>
      {children}
    </button>
  );
}

/** A full dot: takes new connections. A ring: does not. */
function UseMark({ inUse, spoken }: { inUse: boolean; spoken: boolean }): JSX.Element {
  const words = inUse ? t("row_in_use") : t("row_not_in_use");
  return (
    <span class="use" data-on={inUse} title={words}>
      {spoken && <span class="sr-only">{words}</span>}
    </span>
  );
}
