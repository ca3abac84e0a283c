import { NO_TROUBLES, type Troubles } from "../src/config/trouble.ts";
import { viewOf } from "../src/engine/view.ts";
import { ms } from "../src/model/units.ts";
import type { RequestName } from "../src/protocol/requests.ts";
import type { View } from "../src/protocol/view.ts";
import { COMPILED_FORM } from "../src/routing/contract.ts";
import { createCloser } from "./connections/closer.ts";
import { createRevivalWatch } from "./connections/revival-watch.ts";
import { createBatches } from "./lib/batches.ts";
import { randomSeed } from "./lib/random.ts";
import { createFetchList } from "./lists/fetch-list.ts";
import { createListKeeper } from "./lists/list-keeper.ts";
import { signOf } from "./pages/badge-state.ts";
import { createHandlers } from "./pages/handlers.ts";
import { createPublisher } from "./pages/publisher.ts";
import type { Badge } from "./ports/badge.ts";
import type { Alarm, Clock } from "./ports/clock.ts";
import type { Handlers, Link } from "./ports/link.ts";
import type { ListStore } from "./ports/list-store.ts";
import type { Network, NetworkEvents } from "./ports/network.ts";
import type { Workshop } from "./ports/offload.ts";
import type { CreatePlatform } from "./ports/platform.ts";
import type { CheckedStore, HistoryStore, ResultStore, RunStore, SettingsStore } from "./ports/store.ts";
import type { TemporaryStore } from "./ports/temporary-store.ts";
import type { WebRtcSetting } from "./ports/web-rtc.ts";
import { createLookUp } from "./probes/exit-lookup.ts";
import { createHistoryKeeper } from "./probes/history-keeper.ts";
import { keepSaved } from "./probes/saved-results.ts";
import { type Controller, createController } from "./run/controller.ts";
import { createEffects } from "./run/effects.ts";
import { beat } from "./run/heartbeat.ts";
import { createNetworkPolicy } from "./run/network.ts";
import { renew } from "./run/renewal.ts";
import { createTraffic } from "./run/traffic.ts";
import { createConfigKeeper } from "./settings/settings-keeper.ts";
import { createTemporaryKeeper } from "./settings/temporary-keeper.ts";
import { createWebRtcKeeper } from "./settings/web-rtc-keeper.ts";

/** M27: connection phases are trusted for so long, or for an interval where that is shorter. */
const PHASES_MS = 60_000;

export interface BackgroundParts {
  readonly clock: Clock;
  readonly createAlarm: (name: string, onDue: () => void) => Alarm;
  readonly createHeartbeat: (name: string, onDue: () => void) => { start(): void; stop(): void };
  readonly createLink: (
    handlers: Handlers,
    ready: (asked: RequestName | "view") => Promise<unknown>,
    current: () => View,
  ) => Link;
  readonly createPlatform: CreatePlatform;
  readonly badge: Badge;
  readonly createWebRtc: (changed: () => void) => WebRtcSetting;
  readonly watchNetwork: (events: NetworkEvents) => Network;
  readonly settingsStore: SettingsStore;
  readonly checkedStore: CheckedStore;
  readonly temporaryStore: TemporaryStore;
  readonly workshop: Workshop;
  readonly listStore: ListStore;
  /** Of the extension. */
  readonly version: string;
  readonly runStore: RunStore;
  readonly resultStore: ResultStore;
  readonly historyStore: HistoryStore;
  readonly logStore: { append(lines: readonly string[]): Promise<void>; read(): Promise<readonly string[]> };
}

/** Joins the parts. Registers every listener before it returns, and reads nothing until then. */
export function startBackground(parts: BackgroundParts): Controller {
  const { clock, resultStore, logStore } = parts;
  const keeper = createConfigKeeper(parts.settingsStore, parts.checkedStore, parts.workshop);
  const temporary = createTemporaryKeeper(parts.temporaryStore);
  const ready = (): Promise<void> => controller.ready();
  /** Nobody asked for it, so nobody is told that it failed: the next beat tries again. */
  const unasked = (): void => {};
  const whenReady = (then: () => void): void => void ready().then(then);

  const traffic = createTraffic(clock, (tag) =>
    whenReady(() => controller.input(tag === null ? { kind: "traffic" } : { kind: "traffic", tag })),
  );
  const revival = createRevivalWatch({
    core: () => (controller.mode === "balanced" ? controller.core : null),
    beside: () => controller.beside,
    assigned: (origin, container) => platform.router.assigned(origin, container),
    clock,
    input: (input) => whenReady(() => controller.input(input)),
  });
  const platform = parts.createPlatform(
    {
      connectionFailed: (tag) => whenReady(() => controller.input({ kind: "connection-failed", tag })),
      connectionSilent: (tag) => whenReady(() => controller.input({ kind: "connection-silent", tag })),
      connectionDoubtful: (tag) => whenReady(() => controller.input({ kind: "connection-doubtful", tag })),
      traffic(request) {
        traffic(request.outbound);
        revival.began(request);
      },
      headed: (request) => revival.headed(request),
      control: (control) => controller.setControl(control),
      networkChanged: () => whenReady(() => network.changed()),
      renew: () => whenReady(() => void renew(renewal).catch(unasked)),
    },
    ready,
  );
  const watched = parts.watchNetwork({
    online: (online) => whenReady(() => network.online(online)),
    changed: () => whenReady(() => network.changed()),
  });
  // A busy cycle ends tests faster than the database writes: what waits goes together.
  const results = createBatches(resultStore.write);
  const lines = createBatches(logStore.append);
  const history = createHistoryKeeper(parts.historyStore, () => controller.core?.model.config ?? null);
  const effects = createEffects({
    prober: platform.prober,
    lookUp: createLookUp({
      prober: platform.prober,
      clock,
      settings: () => controller.core?.model.config.monitoring ?? null,
      exitOf: (tag) => controller.core?.state.monitoring.exits[tag]?.exit.ip ?? null,
      random: randomSeed,
    }),
    phasesFor: () => ms(Math.min(PHASES_MS, controller.core?.model.config.monitoring.interval ?? PHASES_MS)),
    input: (input) => {
      network.look(); // what a proxy fails with when there is no network says nothing of it
      controller.input(input);
    },
    save: (saved) => {
      const kept = keepSaved(controller.core?.model.config ?? null, saved);
      results.push(...kept);
      void history.add(kept);
    },
    log: (told) => lines.push(...told),
  });
  const lists = createListKeeper({
    store: parts.listStore,
    version: `${parts.version}, form ${COMPILED_FORM}`,
    clock,
    alarm: parts.createAlarm("lists", () => whenReady(() => lists.ring())),
    fetch: createFetchList(platform.prober, () => controller.core, platform.router.bypasses),
    prepare: ({ format }, text) => parts.workshop.prepareList(format, text),
    chance: () => randomSeed() / 0x1_0000_0000,
    replaced: () => void controller.apply().catch(unasked),
    changed: () => publish(),
  });
  const controller: Controller = createController({
    clock,
    alarm: parts.createAlarm("deadline", () => whenReady(onDeadline)),
    heartbeat: parts.createHeartbeat("heartbeat", () => whenReady(() => void beat(heartbeat))),
    keeper,
    temporary,
    lists,
    runStore: parts.runStore,
    resultStore,
    router: platform.router,
    effects,
    closer: createCloser(platform.connections),
    routerMemory: platform.memory,
    seed: randomSeed,
    changed() {
      publish();
      parts.badge.show(signOf(controller.mode, controller.control));
    },
  });
  const network = createNetworkPolicy({
    isOnline: watched.isOnline,
    believed: () => controller.core?.state.monitoring.online ?? null,
    input: controller.input,
    reachable: lists.reachable,
  });
  const webRtcSetting = parts.createWebRtc(() => whenReady(() => void webRtc.follow()));
  const webRtc = createWebRtcKeeper(keeper, webRtcSetting, () => publish());
  const { connections, router, heldBack } = platform;
  const heartbeat = { lookAtNetwork: network.look, controller, router, webRtc, connections };
  const renewal = { heldBack, apply: controller.apply, input: controller.input };
  function onDeadline(): void {
    network.look();
    controller.input({ kind: "timer" });
  }
  let revision = clock.now() as number;
  const troubles = (): Troubles => {
    const usable = keeper.usable();
    return usable.kind === "config" ? usable.troubles : NO_TROUBLES;
  };
  const view = (): View =>
    viewOf(controller.core, clock.now(), {
      revision: ++revision,
      mode: controller.mode,
      control: controller.control,
      unrouted: platform.router.unrouted(),
      temporary: temporary.rules,
      lists: lists.view(),
      webRtc: webRtc.view(),
      troubles: troubles(),
    });
  const handlers = createHandlers({
    controller,
    keeper,
    troubles,
    lists,
    temporary,
    webRtc,
    router: platform.router,
    clock,
    history,
    readLog: logStore.read,
    heldBack: platform.heldBack,
    seeNetwork: network.look,
  });
  // How a tab's address goes is asked each time that the popup opens, and waits itself for what it needs.
  const readyFor = (asked: RequestName | "view") => (asked === "tab" ? Promise.resolve() : ready());
  const link = parts.createLink(handlers, readyFor, view);
  const publish = createPublisher(
    () => link.listening,
    () => controller.core?.model.config.outbounds.length ?? 0,
    () => link.publish(view()),
  );
  whenReady(network.look);
  whenReady(() => void webRtc.follow());
  return controller;
}
