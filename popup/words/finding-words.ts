import english from "../../_locales/en/messages.json";
import { type MessageKey, t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";

type Kind = "expected" | "got";
type NameOf<K extends Kind> = MessageKey extends infer M ? (M extends `${K}_${infer Name}` ? Name : never) : never;

interface Template<Name> {
  readonly name: Name;
  readonly pattern: RegExp;
}

/**
 * The core says in English what it expected and what it got, and its texts are the English messages: so each is found
 * again by its own words, with what stands in the places of `$1` to `$9`, and said in the person's language.
 */
function templatesOf<K extends Kind>(kind: K): readonly Template<NameOf<K>>[] {
  const isName = (name: string): name is NameOf<K> => `${kind}_${name}` in english;
  return Object.entries(english)
    .flatMap(([key, { message }]) => {
      const name = key.slice(kind.length + 1);
      return key.startsWith(`${kind}_`) && isName(name) ? [{ name, message }] : [];
    })
    .toSorted((a, b) => places(a.message) - places(b.message) || b.message.length - a.message.length)
    .map(({ name, message }) => ({ name, pattern: patternOf(message) }));
}

/** The fewer places a text has, the more surely it is meant. */
const places = (message: string): number => message.match(/\$\d/g)?.length ?? 0;

function patternOf(message: string): RegExp {
  const escaped = message.replace(/[.*+?^{}()|[\]\\]/g, "\\$&").replace(/\$\d/g, "(.+)");
  return new RegExp(`^${escaped}$`, "s");
}

function found<Name>(templates: readonly Template<Name>[], text: string): readonly [Name, readonly string[]] | null {
  for (const { name, pattern } of templates) {
    const match = pattern.exec(text);
    if (match) return [name, match.slice(1).map(isolate)];
  }
  return null;
}

const EXPECTED = templatesOf("expected");
const GOT = templatesOf("got");

/** What was expected, in words; null: it is nothing that the core says. */
export function expectedWords(text: string): string | null {
  const [name, parts = []] = found(EXPECTED, text) ?? [];
  return name === undefined ? null : t(`expected_${name}`, ...parts);
}

/** What came, in words; null: it is the value itself. */
export function gotWords(text: string): string | null {
  const [name, parts = []] = found(GOT, text) ?? [];
  return name === undefined ? null : t(`got_${name}`, ...parts);
}
