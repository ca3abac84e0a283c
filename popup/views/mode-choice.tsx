import type { JSX, TargetedKeyboardEvent } from "preact";
import { useRef } from "preact/hooks";
import { MODES } from "../../src/protocol/view.ts";
import { direction, t } from "../i18n.ts";
import { choiceAfterKey } from "../lib/choice-keys.ts";
import type { Actions } from "../models/actions.ts";
import type { ViewStore } from "../models/view-store.ts";

/**
 * How all requests leave: by the groups, directly, or as the browser itself is set. Arrow keys move between the choices and
 * choose none: on the way from "balanced" to "system" no request may go directly.
 */
export function ModeChoice({ store, actions }: { store: ViewStore; actions: Actions }): JSX.Element {
  const group = useRef<HTMLDivElement>(null);
  const chosen = store.mode.value;
  const move = (event: TargetedKeyboardEvent<HTMLButtonElement>, at: number): void => {
    const to = choiceAfterKey(event.key, at, MODES.length, direction());
    if (to === null) return;
    event.preventDefault();
    group.current?.querySelectorAll("button")[to]?.focus();
  };
  return (
    <div class="modes" role="radiogroup" aria-label={t("mode_label")} ref={group}>
      {MODES.map((mode, at) => (
        // biome-ignore lint/a11y/useSemanticElements: arrow keys would choose a real radio button on the way
        <button
          key={mode}
          type="button"
          role="radio"
          aria-checked={mode === chosen}
          tabIndex={mode === chosen ? 0 : -1}
          onKeyDown={(event) => move(event, at)}
          title={t(`mode_${mode}_more`)}
          onClick={() => mode !== chosen && void actions.run("setMode", mode)}
        >
          {t(`mode_${mode}`)}
        </button>
      ))}
    </div>
  );
}
