import type { ComponentChildren, JSX } from "preact";
import { Fragment } from "preact";
import { type MessageKey, t } from "../i18n.ts";

// Private-use characters stand for the parts while the browser fills the message in.
const FIRST = 0xe000;

/** A message whose `$1` to `$9` are elements, in the order the language wants. */
export function Rich({ id, parts }: { id: MessageKey; parts: readonly ComponentChildren[] }): JSX.Element {
  const text = t(id, ...parts.map((_, index) => String.fromCharCode(FIRST + index)));
  return (
    <>
      {text.split(/([\ue000-\ue008])/).map((piece, index) => {
        const part = piece.length === 1 ? piece.charCodeAt(0) - FIRST : -1;
        return <Fragment key={index}>{part >= 0 && part < parts.length ? parts[part] : piece}</Fragment>;
      })}
    </>
  );
}
