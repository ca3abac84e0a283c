const NUMBER = /^(?:0x[0-9a-f]+|0[0-7]*|[1-9]\d*)$/;

/**
 * An IPv4 address as the C library reads one (`inet_aton`): up to four numbers, decimal, octal after "0" or hexadecimal
 * after "0x"; the last one fills what is left, so that "10.1" is 10.0.0.1 and "167838211" is 10.1.2.3.
 *
 * @param text lower case
 * @returns its two 16-bit words; null: not an address
 */
export function looseIpv4(text: string): readonly number[] | null {
  const parts = text.split(".");
  if (parts.length > 4 || !parts.every((part) => NUMBER.test(part))) return null;
  const numbers = parts.map((part) => (/^0\d/.test(part) ? Number.parseInt(part, 8) : Number(part)));
  const last = numbers.at(-1) ?? 0;
  const before = numbers.slice(0, -1);
  if (before.some((number) => number > 255) || last >= 256 ** (4 - before.length)) return null;
  const value = before.reduce((sum, number, at) => sum + number * 256 ** (3 - at), last);
  return [Math.floor(value / 65_536), value % 65_536];
}
