import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { fail, type Outcome, ok } from "../lib/result.ts";
import type { Config } from "../model/config.ts";
import { linkOutbounds } from "./link-outbounds.ts";
import type { ConfigProblem } from "./problem.ts";
import { readMonitoring } from "./read-monitoring.ts";
import { readOutbounds } from "./read-outbounds.ts";
import { readRoute } from "./read-route.ts";
import { createReader, type Finding, isFields, type Path, pathText } from "./reader.ts";

export interface Parsed {
  readonly config: Config;
  /** What was left out or is without effect. */
  readonly notes: readonly ConfigProblem[];
}

/**
 * Reads a configuration as a person writes it: JSON with comments and trailing commas, as sing-box takes it.
 *
 * @returns the checked configuration with remarks, or everything that is wrong; nothing is half-applied
 */
export function parseConfig(text: string): Outcome<Parsed, readonly ConfigProblem[]> {
  const errors: ParseError[] = [];
  const lines = lineStarts(text);
  const source = text.replace(/^\ufeff/, " ");
  const root = parseTree(source, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !root) return fail(syntaxProblems(errors, source, lines));
  const found: ConfigProblem[] = duplicateNames(root, lines);
  const checked = checkConfig(jsonValue(root));
  found.push(...checked.findings.map((finding) => locate(finding, root, lines)));
  const wrong = found.filter(({ level }) => level === "error");
  return wrong.length > 0 ? fail(wrong) : ok({ config: checked.config, notes: found });
}

/** Checks a value that was parsed already. The configuration is only good when no finding is an error. */
export function checkConfig(value: unknown): { readonly config: Config; readonly findings: readonly Finding[] } {
  const reader = createReader();
  const fields = reader.object([], value) ?? {};
  reader.only([], fields, ["outbounds", "route", "experimental"]);
  const outbounds = readOutbounds(reader, fields.outbounds);
  const route = readRoute(reader, ["route"], fields.route);
  const experimental = fields.experimental ?? {};
  const own = isFields(experimental) ? experimental : (reader.object(["experimental"], experimental) ?? {});
  reader.only(["experimental"], own, ["monitoring"]);
  const monitoring = readMonitoring(reader, ["experimental", "monitoring"], own.monitoring);
  const linked = linkOutbounds(reader, outbounds, route);
  if (linked.length === 0 && !reader.findings.some(({ level }) => level === "error"))
    reader.error(["outbounds"], fields.outbounds, "at least one outbound that a browser can use");
  return { config: { outbounds: linked, route, monitoring }, findings: reader.findings };
}

/** Values with prototypes of their own, so that a field named `__proto__` is a field. */
function jsonValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(jsonValue);
  if (node.type !== "object") return node.value;
  const entries = (node.children ?? []).map(({ children }): [string, unknown] => {
    const [name, value] = children ?? [];
    return [String(name?.value), value ? jsonValue(value) : undefined];
  });
  return Object.fromEntries(entries);
}

/** The same name twice in an object: the first would be lost without a word. */
function duplicateNames(root: Node, lines: readonly number[]): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const walk = (node: Node, path: Path): void => {
    const seen = new Set<string>();
    (node.children ?? []).forEach((child, place) => {
      if (node.type === "array") {
        walk(child, [...path, place]);
        return;
      }
      const [name, value] = child.children ?? [];
      const key = String(name?.value);
      if (seen.has(key))
        problems.push({
          path: pathText([...path, key]),
          came: "the same name twice",
          expected: "each name once",
          line: lineAt(lines, child.offset),
          level: "error",
        });
      seen.add(key);
      if (value) walk(value, [...path, key]);
    });
  };
  walk(root, []);
  return problems;
}

function syntaxProblems(errors: readonly ParseError[], text: string, lines: readonly number[]): ConfigProblem[] {
  if (text.trim() === "") return [{ path: "", came: "nothing", expected: "a JSON object", line: 1, level: "error" }];
  return errors.slice(0, 20).map(({ error, offset }) => ({
    path: "",
    came: "a text that is not JSON",
    expected: printParseErrorCode(error).replace(
      /([a-z])([A-Z])/g,
      (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
    ),
    line: lineAt(lines, offset),
    level: "error",
  }));
}

function locate({ path, ...finding }: Finding, root: Node, lines: readonly number[]): ConfigProblem {
  let node: Node | undefined;
  // A field that is missing is shown at what it is missing from.
  for (let depth = path.length; depth >= 0 && !node; depth--) node = findNodeAtLocation(root, path.slice(0, depth));
  return { path: pathText(path), ...finding, line: node ? lineAt(lines, node.offset) : null };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The line of an offset, counted from 1, by binary search. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
