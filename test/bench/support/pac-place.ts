import { join } from "node:path";
import { bundlePac } from "../../../scripts/vite/pac-plugin.ts";
import { pacText } from "../../../src/pac/data.ts";
import { ask } from "../../e2e/support/extension-page.ts";
import { createWorld } from "../../e2e/support/world.ts";
import { hostAt, KNOWN, MET_BEFORE } from "./origins.ts";
import type { Place } from "./place.ts";

/**
 * Asks the program many times for one request of the browser, and throws how long one decision took. Chrome runs a PAC
 * without compilers, in a process of its own: only there are the figures those of a person's browser.
 */
const LOOP = `;(function () {
  var find = FindProxyForURL;
  var hostAt = ${hostAt};
  var met = 0;
  var next = function () { return "https://" + hostAt(++met) + "/"; };
  var ask = function (urls) { for (var i = 0; i < urls.length; i++) find(urls[i]); };
  var list = function (count, at) { var urls = []; for (var i = 0; i < count; i++) urls.push(at(i)); return urls; };
  var known = null;
  FindProxyForURL = function (url) {
    var asked = /^http:\\/\\/bench\\.invalid\\/\\?(known|new)-(\\d+)-(\\d+)$/.exec(url);
    if (!asked) return "PROXY 127.0.0.1:9";
    if (!known) {
      ask(list(${MET_BEFORE}, next));
      known = list(${KNOWN}, next);
    }
    var count = Number(asked[2]);
    var urls = list(count, asked[1] === "new" ? next : function (i) { return known[i % ${KNOWN}]; });
    if (asked[1] === "known") ask(known);
    var from = Date.now();
    ask(urls);
    throw "timed:" + asked[3] + ":" + ((Date.now() - from) * 1000) / count + ":";
  };
})();`;

export async function pacPlace(): Promise<Place> {
  const { code } = await bundlePac(join(import.meta.dirname, "../../../src/pac/entry.ts"));
  const world = await createWorld({ proxies: [] });
  // The background leaves the setting alone while it is off.
  await ask(world.page, "setMode", "system");
  let asked = 0;
  return {
    title: "FindProxyForURL in Chromium's own PAC interpreter",
    async open({ data }) {
      await world.page.evaluate(
        (text) =>
          chrome.proxy.settings.set({ value: { mode: "pac_script", pacScript: { data: text, mandatory: true } } }),
        pacText(code, data) + LOOP,
      );
      return (which, count) => world.page.evaluate(timeInPac, `${which}-${count}-${++asked}`, asked);
    },
    close: () => world.close(),
  };
}

/** Runs in a page of the extension: what the PAC throws comes back as an event. */
function timeInPac(query: string, number: number): Promise<number> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no answer to ${query}`)), 120_000);
    const hear = ({ details }: { details: string }): void => {
      const [, told] = new RegExp(`timed:${number}:([\\d.]+):`).exec(details) ?? [];
      if (told === undefined) return;
      clearTimeout(timer);
      chrome.proxy.onProxyError.removeListener(hear);
      done(Number(told));
    };
    chrome.proxy.onProxyError.addListener(hear);
    fetch(`http://bench.invalid/?${query}`, { cache: "no-store", credentials: "omit" }).catch(() => {});
  });
}
