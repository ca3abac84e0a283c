import { BLOCK, DIRECT, type Tag } from "../../../src/model/outbound.ts";
import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import program from "../../../src/pac/entry.ts?pac";
import { hasAlias } from "../../../src/pac/proxy-string.ts";
import { isUnconfirmed } from "../../../src/pac/unconfirmed.ts";
import type { Control } from "../../../src/protocol/view.ts";
import { parseOrigin } from "../../../src/routing/origin.ts";
import { createSilenceWatch } from "../../connections/silence-watch.ts";
import { createMutex } from "../../lib/mutex.ts";
import { randomName, randomSecret } from "../../lib/random.ts";
import type { CreatePlatform } from "../../ports/platform.ts";
import type { Router, RouterEvents, Routing } from "../../ports/router.ts";
import { createPrivateAccess } from "../private-access.ts";
import { refusingBypassed } from "../probing/bypassed-address.ts";
import { createLoginDoubts } from "../probing/login-doubts.ts";
import { accountsOf, knowingLogins } from "../probing/proxy-logins.ts";
import { tellingRedirects } from "../probing/redirect-target.ts";
import { withTunnelReason } from "../probing/tunnel-reason.ts";
import { refusing, type UsableProxies } from "../probing/usable-proxies.ts";
import { watchSiteAccess } from "../site-access.ts";
import { keepUntilBrowserEnds } from "../storage/kept-until-browser-ends.ts";
import { createToldAccounts } from "./accounts/account-ledger.ts";
import { forgetAccounts } from "./accounts/auth-cache.ts";
import { answerChallenges } from "./accounts/challenges.ts";
import { withoutFormer } from "./accounts/hold-back-stale.ts";
import { accountable } from "./accounts/supported-accounts.ts";
import { watchConnections } from "./connection-watch.ts";
import { keepAwake } from "./keep-awake.ts";
import { createControlChannel } from "./pac/control-channel.ts";
import { createPacRouter } from "./pac/pac-router.ts";
import { createProxySetting } from "./pac/proxy-setting.ts";
import { createColdTimes } from "./probing/cold-time.ts";
import { withFreshProof } from "./probing/fresh-proof.ts";
import { createLaneProber } from "./probing/lane-prober.ts";
import { createSender } from "./probing/lane-sender.ts";
import { createProxyAddresses } from "./probing/proxy-addresses.ts";
import { createIdentities } from "./probing/proxy-aliases.ts";
import { createRequestTimings, observeTimings } from "./probing/request-timings.ts";
import { watchRequests } from "./probing/request-watch.ts";
import { createDoubts, type Doubts } from "./probing/suspects.ts";
import { createDottedHosts } from "./probing/trailing-dots.ts";

/** Chrome: a PAC program decides, a control channel speaks with it. */
export const createChromePlatform: CreatePlatform = (platformEvents, ready) => {
  const doubts = createDoubts();
  const events = withDoubts(withAccess(platformEvents, ready), doubts);
  const now = (): number => Date.now();
  const setting = createProxySetting(() => void ready().then(look));
  const channel = createControlChannel(
    () => setting.ours,
    now,
    randomName,
    () => void ready().then(look),
  );
  chrome.proxy.onProxyError.addListener(({ details }) => {
    channel.heard(details);
    if (isUnconfirmed(details)) void ready().then(() => confirm());
  });
  const watch = watchRequests(channel.owns, {
    traffic(url) {
      events.traffic({ url, container: "", outbound: null });
      silence.began();
    },
    headed: (url) => events.headed({ url, container: "", outbound: null }),
    commandFailed: channel.failed,
    failed: (url, code) => void ready().then(() => blame(router, events, url, code)),
  });
  const told = createToldAccounts();
  const kept = keepUntilBrowserEnds("toldAccounts", told, events.renew);
  let know = (): void => {};
  const accountsKnown = new Promise<void>((resolve) => {
    know = resolve;
  });
  const accounts = answerChallenges({
    // What else is put in force takes longer, and changes nothing of whose accounts may be told.
    ready: () => Promise.race([accountsKnown, ready()]),
    wrong: events.connectionFailed,
    askedBySite(url) {
      if (!/^(?:https|wss):/.test(url)) void ready().then(() => doubtLogin(url));
    },
    tell: async (challenger, account) => {
      if (told.told(challenger, account)) await kept.write();
    },
    refused: (challenger) => {
      told.refused(challenger);
      void kept.write();
    },
  });
  // Also the permission to make Chrome forget an account.
  chrome.permissions.onAdded.addListener(events.renew);
  const privateAccess = createPrivateAccess();
  // Chrome starts the extension anew when it changes, so it is read once.
  const accessRead = privateAccess.read();
  const mutex = createMutex();
  const coldTimes = createColdTimes();
  const identities = createIdentities();
  const addresses = createProxyAddresses();
  const dotted = createDottedHosts();
  const pacRouter = createPacRouter({ program, setting, channel, mutex, events, newSecret: randomSecret, now });
  let proxies: UsableProxies = { usable: [], refused: new Map() };
  const hasAccount = accountsOf(() => proxies.usable);
  const connections = watchConnections({
    owns: channel.owns,
    history: pacRouter.history,
    hostOf: (tag) => proxies.usable.find((proxy) => proxy.tag === tag)?.host,
    now,
  });
  const silence = createSilenceWatch({
    list: connections.requests.list,
    open: connections.open,
    silent: events.connectionSilent,
    now,
  });
  /** One call after the other, in the order in which they came. */
  const order = createMutex();

  async function take(routing: Routing): Promise<void> {
    await kept.read();
    proxies = await withoutFormer(accountable(routing.proxies), {
      told,
      forget: forgetAccounts,
      answer: accounts.use,
    });
    know();
    addresses.use(proxies.usable);
    coldTimes.use(proxies.usable);
    dotted.use(proxies.usable);
    doubts.use(proxies.usable);
    await Promise.all([kept.write(), accessRead]);
    return pacRouter.take({ ...routing, proxies: proxies.usable });
  }

  const loginDoubts = createLoginDoubts({ accountOf: hasAccount, doubtful: events.connectionDoubtful, now });
  async function doubtLogin(url: string): Promise<void> {
    const went = await wayOf(router, url);
    if (went) loginDoubts.asked(went, url);
  }

  const router: Router = {
    ...pacRouter,
    take: (routing) => order.run(() => take(routing)),
    update: (plans, revision) => order.run(() => pacRouter.update(plans, revision)),
    block: (why) => order.run(() => accessRead.then(() => pacRouter.block(why))),
    release: () =>
      order.run(async () => {
        await pacRouter.release();
        // The browser's own proxies are none of ours, even where one has the same address.
        accounts.use([], []);
      }),
    check: () => order.run(() => pacRouter.check()),
    // Without that access Chrome's private windows go by the browser's own settings and not by ours (fact C31).
    unrouted: () => ({ privateWindows: privateAccess.granted ? "ours" : "unasked", list: null }),
    async assigned(origin, container) {
      await Promise.race([pacRouter.met, ready()]);
      return pacRouter.assigned(origin, container);
    },
  };
  /** Looked at again with every beat, also when it fails. */
  const look = (): Promise<void> => router.check().catch(() => {});
  let confirming = false;
  /** A context that nobody has spoken with yet: many requests may say so at once. */
  async function confirm(): Promise<void> {
    if (confirming) return;
    confirming = true;
    await look();
    confirming = false;
  }
  const laneProber = createLaneProber({
    channel,
    mutex,
    sender: createSender(watch, accounts, coldTimes, createRequestTimings(observeTimings), randomName, now),
    identities,
    coldTimes,
    hasAlias: (tag) => proxies.usable.some((proxy) => proxy.tag === tag && hasAlias(proxy)),
    addresses,
    leafOf: pacRouter.leafOf,
    clock: now,
  });
  const lanes = knowingLogins(laneProber, hasAccount);
  // What the fresh proof fails with is explained too.
  const tests = withTunnelReason(withFreshProof(dotted.around(lanes), lanes, doubts, now), now);
  const prober = keepAwake(
    refusing(refusingBypassed(tellingRedirects(tests), pacRouter.bypasses), () => proxies.refused),
  );
  return {
    router,
    connections,
    prober,
    heldBack: () => [...proxies.refused].filter(([, why]) => why === "account_kept").map(([tag]) => tag),
    memory: {
      save: () => ({
        cold: coldTimes.save(),
        identities: identities.save(),
        open: connections.requests.save(),
        addresses: addresses.save(),
        dotted: dotted.save(),
        doubts: doubts.save(),
        secret: pacRouter.secret.save(),
        greeted: pacRouter.greeted.save(),
      }),
      load(saved) {
        const {
          cold,
          identities: cut,
          open,
          addresses: learnt,
          dotted: members,
          doubts: doubted,
          secret,
          greeted,
        } = fieldsOf(saved);
        pacRouter.secret.load(secret);
        pacRouter.greeted.load(greeted);
        addresses.load(learnt);
        dotted.load(members);
        doubts.load(doubted);
        connections.requests.load(open);
        coldTimes.load(cold);
        const { main = 0, second = 0 } = numbersIn(cut);
        identities.woken({ main, second }, now());
      },
    },
  };
};

/** Chrome goes on routing when the access to sites is withdrawn, but no proxy can be tested or told its account then. */
function withAccess(events: RouterEvents, ready: () => Promise<void>): RouterEvents {
  let last: Control | null = null;
  const access = watchSiteAccess(() => void ready().then(say));
  void access.read().then((granted) => granted || say());

  function say(): void {
    if (last === null) return;
    events.control(last.kind === "ours" && !access.granted ? { kind: "no-access", requests: "unwatched" } : last);
  }

  return {
    ...events,
    control(control) {
      last = control;
      say();
    },
  };
}

/** Where a connection of the user failed or hangs, a test by one that stands is not enough. */
function withDoubts(events: RouterEvents, doubts: Doubts): RouterEvents {
  return {
    ...events,
    connectionFailed(tag, code) {
      doubts.begin(tag);
      events.connectionFailed(tag, code);
    },
    connectionSilent(tag) {
      doubts.begin(tag);
      events.connectionSilent(tag);
    },
    connectionDoubtful(tag) {
      doubts.begin(tag);
      events.connectionDoubtful(tag);
    },
  };
}

/** B7: names the proxy that a failed request of the user went through, as the PAC program noted it. */
async function blame(router: Router, events: RouterEvents, url: string, code: ProbeErrorCode): Promise<void> {
  const went = await wayOf(router, url);
  if (went) events.connectionFailed(went, code);
}

/** The proxy that requests to this address went through last; null: none, or it is not known. */
async function wayOf(router: Router, url: string): Promise<Tag | null> {
  const at = parseOrigin(url);
  const went = at && (await router.assigned(`${at.scheme}://${at.host}:${at.port}`, ""));
  return went && went.outbound !== DIRECT && went.outbound !== BLOCK ? went.outbound : null;
}

const fieldsOf = (saved: unknown): Record<string, unknown> =>
  typeof saved === "object" && saved !== null ? Object.fromEntries(Object.entries(saved)) : {};

function numbersIn(saved: unknown): Record<string, number> {
  const entries = Object.entries(fieldsOf(saved));
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}
