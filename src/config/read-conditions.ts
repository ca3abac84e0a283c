import { PROTOCOLS, type Protocol, type Rule } from "../model/settings.ts";
import { type Fields, isSet } from "./fields.ts";
import type { Path, Reader } from "./reader.ts";

const MOST_PORTS = 65_535;

/** What a rule asks for besides the host; what is not asked for is left out. */
export function readConditions(
  reader: Reader,
  path: Path,
  fields: Fields,
): Pick<Rule, "port" | "protocol" | "container"> {
  const port = readPorts(reader, path, fields);
  const protocol = readProtocols(reader, path, fields);
  const container = readContainers(reader, path, fields);
  if (container.length > 0)
    reader.note([...path, "container"], fields.container, "for Firefox only: in Chrome this rule never matches");
  return {
    ...(port.length > 0 ? { port } : {}),
    ...(protocol.length > 0 ? { protocol } : {}),
    ...(container.length > 0 ? { container } : {}),
  };
}

/** A number or a list of numbers. */
function readPorts(reader: Reader, path: Path, fields: Fields): readonly number[] {
  if (!isSet(fields, "port")) return [];
  const at = [...path, "port"];
  const list = Array.isArray(fields.port) ? reader.list(at, fields.port) : [fields.port];
  return list.flatMap((port, place) => {
    if (typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= MOST_PORTS) return [port];
    reader.error(Array.isArray(fields.port) ? [...at, place] : at, port, "a whole number from 1 to 65535");
    return [];
  });
}

function readProtocols(reader: Reader, path: Path, fields: Fields): readonly Protocol[] {
  return reader.texts(path, fields, "protocol").flatMap((text, place) => {
    const found = PROTOCOLS.find((protocol) => protocol === text.trim().toLowerCase());
    if (found === undefined) reader.error([...path, "protocol", place], text, `one of ${PROTOCOLS.join(", ")}`);
    return found === undefined ? [] : [found];
  });
}

const CONTAINER = /^firefox-(?:default|private|container-\d+)$/;

/** As Firefox names them: by another name no request is ever known, and an inverted rule would match everything. */
function readContainers(reader: Reader, path: Path, fields: Fields): readonly string[] {
  return reader.texts(path, fields, "container").flatMap((text, place) => {
    if (CONTAINER.test(text)) return [text];
    const expected = "a container as Firefox names it: firefox-default, firefox-private, firefox-container-1 and so on";
    reader.error([...path, "container", place], text, expected);
    return [];
  });
}
