import type { JSX, TargetedKeyboardEvent } from "preact";
import { useRef } from "preact/hooks";
import { MODES } from "../../src/protocol/view.ts";
import { direction, t } from "../i18n.ts";
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

/** Where an arrow key moves among choices that stand in a line, round and round; null: it is no key for moving. */
function choiceAfterKey(key: string, at: number, count: number, direction: "ltr" | "rtl"): number | null {
  const step = stepOf(key, direction);
  if (step !== null) return (at + step + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

function stepOf(key: string, direction: "ltr" | "rtl"): 1 | -1 | null {
  const ahead = direction === "ltr" ? "ArrowRight" : "ArrowLeft";
  const back = direction === "ltr" ? "ArrowLeft" : "ArrowRight";
  if (key === ahead || key === "ArrowDown") return 1;
  return key === back || key === "ArrowUp" ? -1 : null;
}
