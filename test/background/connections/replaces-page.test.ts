import { expect, test } from "vitest";
import { takesPlace } from "../../../background/connections/replaces-page.ts";

test.each<[boolean, number, Readonly<Record<string, string>>]>([
  [true, 200, { "Content-Type": "text/html; charset=utf-8" }],
  [true, 404, { "content-type": "text/plain" }],
  [true, 200, { "content-type": "application/xhtml+xml" }],
  [true, 200, { "content-type": "application/pdf" }],
  [true, 200, { "content-type": "image/svg+xml" }],
  [true, 200, { "content-type": "application/ld+json" }],
  [true, 200, {}],
  [true, 200, { "content-type": "TEXT/HTML", "content-disposition": "Inline; filename=a.html" }],
  [false, 200, { "content-type": "text/html", "content-disposition": "attachment" }],
  [false, 200, { "content-type": "application/octet-stream" }],
  [false, 200, { "content-type": "application/zip" }],
  [false, 200, { "content-type": "text/csv; header=present" }],
  [false, 204, { "content-type": "text/html" }],
  [false, 205, {}],
])("B8 · that an answer takes the place of a page is %s of %i, %j", (expected, statusCode, headers) => {
  const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }));
  expect(takesPlace({ statusCode, responseHeaders })).toBe(expected);
});
