import type { Ask } from "../../../popup/client.ts";
import type { AddressView } from "../../../src/protocol/address-view.ts";
import type { RequestName, SaveOutcome } from "../../../src/protocol/requests.ts";

/**
 * A background that keeps a configuration as the real one does. The text "wrong" is refused.
 *
 * @param held proxies that are held back after each save
 */
export function configDesk(first: string, held: readonly string[] = []) {
  const texts = [first];
  const revision = (): number => texts.length;

  function save({ text, basedOn }: { readonly text: string; readonly basedOn: number }): SaveOutcome {
    if (basedOn !== revision()) return { kind: "conflict", revision: revision() };
    if (text === "wrong") return { kind: "refused", problems: [] };
    texts.push(text);
    return { kind: "saved", revision: revision(), notes: [] };
  }

  let explained: AddressView | null = null;

  const answers: { readonly [N in RequestName]?: (asked: never) => unknown } = {
    readConfig: () => ({
      text: texts.at(-1) ?? "",
      revision: revision(),
      versions: texts.slice(0, -1).map((_, index) => ({ revision: index + 1, savedAt: index })),
    }),
    saveConfig: save,
    heldBack: () => held,
    explain: () => explained,
    readVersion: (wanted: number) => texts[wanted - 1] ?? null,
  };

  return {
    text: () => texts.at(-1),
    explains(view: AddressView) {
      explained = view;
    },
    saveElsewhere: (text: string) => void texts.push(text),
    ask: (async (name: RequestName, asked: never) => {
      const answer = answers[name];
      if (!answer) throw new Error(`the desk knows no ${name}`);
      return answer(asked);
    }) as Ask,
  };
}
