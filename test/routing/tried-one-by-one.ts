import { RE2JS } from "re2js";
import type { Rule } from "../../src/model/settings.ts";
import type { RoutedRequest } from "../../src/routing/contract.ts";

const isIpv4 = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(host);

/** The bits of an address as a text of zeros and ones, by the browser's own reading of addresses. */
function bitsOf(address: string): string | null {
  if (isIpv4(address)) return bytes(address.split(".").map(Number));
  if (!address.includes(":")) return null;
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const words = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((word) => Number.parseInt(word, 16));
  const [before, after] = [words(head), words(tail ?? "")];
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  const bits = all.map((word) => word.toString(2).padStart(16, "0")).join("");
  const mapped = `${"0".repeat(80)}${"1".repeat(16)}`;
  return bits.startsWith(mapped) ? bits.slice(mapped.length) : bits;
}

const bytes = (all: readonly number[]): string => all.map((byte) => byte.toString(2).padStart(8, "0")).join("");

function isWithin(host: string, cidr: string): boolean {
  const [base = "", length = ""] = cidr.split("/");
  const [address, network] = [bitsOf(host), bitsOf(base)];
  return address?.length === network?.length && !!address?.startsWith(network?.slice(0, Number(length)) ?? "?");
}

function namesHost(rule: Rule, host: string): boolean {
  const { domain, domainSuffix, domainKeyword = [], domainRegex = [], ipCidr = [], ruleSet = [] } = rule;
  if ([domain, domainSuffix, domainKeyword, domainRegex, ipCidr, ruleSet].every((list) => list.length === 0))
    return true;
  const isName = bitsOf(host) === null;
  return (
    domain.includes(host) ||
    domainSuffix.some((suffix) =>
      suffix.startsWith(".") ? host.endsWith(suffix) : `.${host}`.endsWith(`.${suffix}`),
    ) ||
    (isName && domainKeyword.some((keyword) => host.includes(keyword))) ||
    (isName && domainRegex.some((regex) => RE2JS.compile(regex).test(host))) ||
    (isName && ruleSet.includes("simple-names") && !host.includes(".")) ||
    ipCidr.some((cidr) => isWithin(host, cidr)) ||
    (ruleSet.includes("private-networks") && /^(10|192\.168)\.|^fd|^::ffff:a00:/.test(host) && !isName)
  );
}

/** The first of the rules that matches, tried one by one as they are written: slow, and plainly right. */
export function triedOneByOne(rules: readonly Rule[], request: RoutedRequest): number | null {
  const place = rules.findIndex((rule) => {
    const { port, protocol, container, invert = false } = rule;
    if (container && request.container === "") return false;
    const all =
      namesHost(rule, request.host) &&
      (!port || port.includes(request.port)) &&
      (!protocol || protocol.some((one) => one === request.scheme)) &&
      (!container || container.includes(request.container));
    return all !== invert;
  });
  return place < 0 ? null : place;
}
