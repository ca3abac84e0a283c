/** The flag of a country as an emoji, by its two upper-case letters. */
export const flagEmoji = (code: string): string =>
  [...code].map((letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65)).join("");

let drawn: boolean | undefined;

/**
 * Whether the system has pictures for flags. Windows has none and draws two letters instead, which are then wider
 * together than one of them alone by far; a flag is one glyph.
 */
export function drawsFlags(): boolean {
  drawn ??= measure();
  return drawn;
}

function measure(): boolean {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return false;
  context.font = "32px system-ui, sans-serif";
  const flag = context.measureText(flagEmoji("DE")).width;
  const letters = context.measureText(`${flagEmoji("D")}\u200b${flagEmoji("E")}`).width;
  return flag > 0 && flag < letters * 0.8;
}
