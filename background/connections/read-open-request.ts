import type { OpenRequest } from "./open-request.ts";

/** It is our own writing, but of perhaps another version. */
export function isOpenRequest(value: unknown): value is OpenRequest {
  if (typeof value !== "object" || value === null) return false;
  const { id, tab, frame, type, origin, container, startedAt } = value as Partial<OpenRequest>;
  const texts = [id, type, origin, container].every((text) => typeof text === "string");
  return texts && [tab, frame, startedAt].every((number) => typeof number === "number");
}
