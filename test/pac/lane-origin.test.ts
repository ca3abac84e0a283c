import { expect, test } from "vitest";
import { laneOrigin } from "../../src/pac/lane-origin.ts";

test.each([
  ["https://www.gstatic.com/x", "https://www.gstatic.com:443"],
  ["https://www.gstatic.com./x", "https://www.gstatic.com.:443"],
  ["https://www.gstatic.com.:8443/x", "https://www.gstatic.com.:8443"],
  ["http://www.gstatic.com.", "http://www.gstatic.com.:80"],
  ["https://a.example/b./c", "https://a.example:443"],
  ["https://a.example?b.", "https://a.example:443"],
  ["https://[2001:db8::1]/", "https://2001:db8::1:443"],
  ["about:blank", null],
])("the lane of %s is given for %s", (url, origin) => {
  expect(laneOrigin(url)).toBe(origin);
});
