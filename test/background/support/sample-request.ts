import type { OpenRequest } from "../../../background/connections/open-request.ts";

/** An image's request in tab 1, just begun, through `a` by way of the group `g`. */
export const request = (more: Partial<OpenRequest> = {}): OpenRequest => ({
  id: "1",
  tab: 1,
  frame: 0,
  type: "image",
  method: "GET",
  origin: "https://site.example:443",
  container: "",
  url: null,
  startedAt: 10_000,
  headedAt: null,
  ip: null,
  way: { outbound: "a", via: ["g"] },
  isPrivate: false,
  ...more,
});

export const page = (more: Partial<OpenRequest> = {}): OpenRequest =>
  request({ type: "main_frame", url: "https://site.example/", ...more });
