const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const WORD = /^[0-9a-f]{1,4}$/;
const WORDS = 8;

/** An address as a service wrote it, trimmed and in lower case; null: neither IPv4 nor IPv6. */
export function canonicalIp(written: string): string | null {
  const ip = written.trim().toLowerCase();
  return IPV4.test(ip) || isIpv6(ip) ? ip : null;
}

/** RFC 4291, section 2.2: eight words, one run of zeros as "::", the last two words perhaps in IPv4's form. */
function isIpv6(ip: string): boolean {
  const [, head, tail] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip) ?? [];
  if (tail !== undefined) return IPV4.test(tail) && isIpv6(`${head}0:0`);
  const halves = ip.split("::");
  const words = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!words.every((word) => WORD.test(word))) return false;
  return halves.length === 1 ? words.length === WORDS : halves.length === 2 && words.length < WORDS;
}
