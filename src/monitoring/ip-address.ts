const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** An address as a service wrote it, trimmed and in lower case; null: neither IPv4 nor IPv6. */
export function canonicalIp(written: string): string | null {
  const ip = written.trim().toLowerCase();
  return IPV4.test(ip) || isIpv6(ip) ? ip : null;
}

function isIpv6(ip: string): boolean {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip);
  if (tail) return IPV4.test(tail[2] ?? "") && isIpv6(`${tail[1]}0:0`);
  const halves = ip.split("::");
  if (halves.length > 2 || !/^[0-9a-f:]+$/.test(ip)) return false;
  const words = halves.map((half) => (half === "" ? [] : half.split(":")));
  const count = words.flat().length;
  return words.flat().every((word) => /^[0-9a-f]{1,4}$/.test(word)) && (halves.length === 2 ? count < 8 : count === 8);
}
