import browser from "webextension-polyfill";
import type { CreatePlatform } from "../../ports/platform.ts";
import type { Router } from "../../ports/router.ts";
import { randomName } from "../../random.ts";
import { browserClock } from "../browser-clock.ts";
import { oneAccountEach } from "../one-account.ts";
import { withTunnelReason } from "../tunnel-reason.ts";
import { answerChallenges } from "./accounts.ts";
import { watchFailures } from "./failure-watch.ts";
import { createOwnRequests } from "./own-requests.ts";
import { createFirefoxProber } from "./prober.ts";
import { createFirefoxRouter } from "./router.ts";
import { createSecondWall } from "./second-wall.ts";

/** Whether this browser can be asked for every request; looked for before anything else is chosen. */
export const hasOnRequest = (): boolean => browser.proxy?.onRequest !== undefined;

/** Firefox: the background is asked for every request. */
export const createFirefoxPlatform: CreatePlatform = (events, ready) => {
  const own = createOwnRequests();
  const firefox = createFirefoxRouter({ own, wall: createSecondWall(), events, clock: browserClock, ready });
  const accounts = answerChallenges(own, ready);
  watchFailures(own, firefox.memberOf, events);
  const router: Router = {
    ...firefox,
    take(routing) {
      // Only accounts of http proxies are kept by address; the others come with the request, each with its own key.
      const http = oneAccountEach(routing.proxies.filter(({ protocol }) => protocol === "http"));
      const proxies = routing.proxies.filter((proxy) => proxy.protocol !== "http" || http.includes(proxy));
      accounts.use(proxies);
      return firefox.take({ ...routing, proxies });
    },
  };
  return {
    router,
    prober: withTunnelReason(createFirefoxProber(own, randomName), browserClock.now),
    memory: firefox.memory,
  };
};
