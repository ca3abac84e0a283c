import browser from "webextension-polyfill";
import { isOnBypassList } from "../../../src/routing/bypass-match.ts";
import type { WrittenOrigin } from "../../../src/routing/origin.ts";
import { createOpenRequests } from "../../connections/open-requests.ts";
import { createSilenceWatch } from "../../connections/silence-watch.ts";
import { createMutex } from "../../lib/mutex.ts";
import { randomName } from "../../lib/random.ts";
import type { CreatePlatform } from "../../ports/platform.ts";
import type { Router, RouterEvents, Routing } from "../../ports/router.ts";
import { browserClock } from "../browser-clock.ts";
import { refusingBypassed } from "../probing/bypassed-address.ts";
import { createLoginDoubts } from "../probing/login-doubts.ts";
import { accountsOf, knowingLogins } from "../probing/proxy-logins.ts";
import { tellingRedirects } from "../probing/redirect-target.ts";
import { withTunnelReason } from "../probing/tunnel-reason.ts";
import { refusing, type UsableProxies } from "../probing/usable-proxies.ts";
import { watchSiteAccess } from "../site-access.ts";
import { keepUntilBrowserEnds } from "../storage/kept-until-browser-ends.ts";
import { answerChallenges } from "./accounts.ts";
import { watchConnections } from "./connection-watch.ts";
import { watchFailures } from "./failure-watch.ts";
import { createGatewayNames } from "./gateway-names.ts";
import { watchOverruled } from "./overruled-watch.ts";
import { createOwnRequests } from "./own-requests.ts";
import { createFirefoxProber } from "./prober.ts";
import { createFirefoxRouter } from "./router.ts";
import { createSecondWall } from "./second-wall.ts";

/** Whether this browser can be asked for every request; looked for before anything else is chosen. */
export const hasOnRequest = (): boolean => browser.proxy?.onRequest !== undefined;

/** Events name the connection by its key; the polyfill's types do not know of it. */
interface AskedBySite {
  readonly url: string;
  readonly proxyInfo?: { readonly connectionIsolationKey?: string };
}

/** Firefox: the background is asked for every request. */
export const createFirefoxPlatform: CreatePlatform = (shellEvents, ready) => {
  const events: RouterEvents = {
    ...shellEvents,
    traffic(request) {
      shellEvents.traffic(request);
      silence.began();
    },
  };
  const own = createOwnRequests();
  const access = watchSiteAccess(() => void ready().then(() => router.check()));
  const wall = createSecondWall(() => void ready().then(() => router.check()));
  const requests = createOpenRequests();
  const watch = watchOverruled({
    own,
    requests,
    bypasses: (at) => firefox.bypasses(at),
    bypassesNow,
    changed: () => void ready().then(ownership),
  });
  const overruled = (): boolean => watch.overruled;
  const firefox = createFirefoxRouter({ own, wall, access, overruled, events, clock: browserClock, ready, requests });
  const connections = watchConnections({ requests, renew: firefox.renew, clock: browserClock });
  const silence = createSilenceWatch({
    list: requests.list,
    open: connections.open,
    silent: events.connectionSilent,
    now: browserClock.now,
  });
  const hasAccount = accountsOf(() => proxies.usable);
  const loginDoubts = createLoginDoubts({
    accountOf: hasAccount,
    doubtful: events.connectionDoubtful,
    now: browserClock.now,
  });
  const accounts = answerChallenges({
    own,
    ready,
    wrong: (tag) => events.connectionFailed(tag, "login_wrong"),
    askedBySite: (details: AskedBySite) =>
      void ready().then(() => {
        const member = firefox.memberOf(details.proxyInfo?.connectionIsolationKey);
        if (member) loginDoubts.asked(member, details.url);
      }),
  });
  watchFailures(own, firefox.memberOf, events);
  const names = createGatewayNames();
  const kept = keepUntilBrowserEnds("gatewayNames", names);
  let proxies: UsableProxies = { usable: [], refused: new Map() };
  /** One call after the other, in the order in which they came. */
  const mutex = createMutex();

  /** By the list that is in force; where we may, it is taken out of force at once. */
  async function bypassesNow(at: WrittenOrigin): Promise<boolean> {
    const { list } = await wall.look();
    if (!isOnBypassList(list, at)) return false;
    await router.check();
    return true;
  }

  /** What was tested meanwhile says nothing. */
  async function ownership(): Promise<void> {
    await router.check();
    if (!watch.overruled) events.networkChanged();
  }

  async function take(routing: Routing): Promise<void> {
    await kept.read();
    proxies = names.use(routing.proxies);
    accounts.use(proxies.usable);
    await kept.write();
    return firefox.take({ ...routing, proxies: proxies.usable });
  }

  const router: Router = {
    ...firefox,
    take: (routing) => mutex.run(() => take(routing)),
    update: (plans, revision) => mutex.run(() => firefox.update(plans, revision)),
    block: (why) => mutex.run(() => firefox.block(why)),
    release: () =>
      mutex.run(async () => {
        await firefox.release();
        // The browser's own proxies are none of ours, even where one has the same address.
        accounts.use([]);
      }),
    check: () => mutex.run(() => firefox.check()),
  };
  return {
    router,
    connections,
    prober: refusing(
      refusingBypassed(
        tellingRedirects(
          withTunnelReason(knowingLogins(createFirefoxProber(own, randomName), hasAccount), browserClock.now),
        ),
        firefox.bypasses,
      ),
      () => proxies.refused,
    ),
    // A changed account has a name of its own at once (gateway-names).
    heldBack: () => [],
    memory: {
      save: () => ({ memory: firefox.memory.save(), open: requests.save() }),
      load(saved) {
        const { memory, open } = (saved ?? {}) as { memory?: unknown; open?: unknown };
        requests.load(open);
        firefox.memory.load(memory);
      },
    },
  };
};
