import type { Troubles } from "../../src/config/trouble.ts";
import { siteOf } from "../../src/decision/site-of.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { TabView } from "../../src/protocol/view.ts";
import type { ListKeeper } from "../lists/list-keeper.ts";
import type { Clock } from "../ports/clock.ts";
import type { Handlers } from "../ports/link.ts";
import type { Router } from "../ports/router.ts";
import type { HistoryKeeper } from "../probes/history-keeper.ts";
import type { Controller } from "../run/controller.ts";
import type { ConfigKeeper } from "../settings/settings-keeper.ts";
import type { TemporaryKeeper } from "../settings/temporary-keeper.ts";
import type { WebRtcKeeper } from "../settings/web-rtc-keeper.ts";
import { addressView } from "./address-view.ts";
import { tabView } from "./tab-view.ts";

export interface HandlerParts {
  readonly controller: Controller;
  readonly keeper: ConfigKeeper;
  /** What of the configuration is not in force as it is written. */
  readonly troubles: () => Troubles;
  readonly lists: ListKeeper;
  readonly temporary: TemporaryKeeper;
  readonly webRtc: WebRtcKeeper;
  readonly router: Router;
  readonly clock: Clock;
  readonly history: HistoryKeeper;
  readonly heldBack: () => readonly Tag[];
  readonly readLog: () => Promise<readonly string[]>;
  /** While it was off nothing was learnt of the network. */
  readonly seeNetwork: () => void;
}

/** What the popup and the options page may ask. A fault is an error to them, and changes nothing. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { controller, keeper, lists, temporary, webRtc, router, clock, history, readLog, heldBack } = parts;
  return {
    async setMode(mode) {
      await keeper.setMode(mode);
      await Promise.all([controller.apply(), webRtc.follow()]);
      parts.seeNetwork();
    },
    async setWebRtc(closed) {
      await keeper.setWebRtc(closed);
      await webRtc.follow();
    },
    async pick({ group, member }) {
      await keeper.pick(group, member);
      controller.input({ kind: "pick", group, member });
    },
    async addTemporary({ host, outbound }) {
      const site = siteOf(host);
      if (!site) throw new Error(`expected the host of a website, got ${host}`);
      await temporary.add({ ...site, outbound });
      await controller.apply();
    },
    async removeTemporary(host) {
      await temporary.remove(host);
      await controller.apply();
    },
    updateList(tag) {
      lists.update(tag);
    },
    test(tags) {
      controller.input({ kind: "ask", tags: tags.length > 0 ? tags : allProxies(controller) });
    },
    stopTests() {
      controller.input({ kind: "stop-asked" });
    },
    history: (tag) => history.read(tag),
    tab: ({ url, container }): Promise<TabView> => tabView(url, container, { controller, router, clock }),
    explain: (asked) =>
      addressView(asked, controller, router, { ruleAt: keeper.rule, troubles: parts.troubles() }, clock.now()),
    readConfig: () => keeper.text(),
    async saveConfig({ text, basedOn }) {
      const outcome = await keeper.save(text, basedOn, clock.now());
      if (outcome.kind !== "saved") return outcome;
      await controller.apply();
      void history.tidy();
      return outcome;
    },
    readVersion: (revision) => keeper.version(revision),
    readLog,
    heldBack,
  };
}

function allProxies({ core }: Controller): readonly string[] {
  return core?.model.proxies.map(({ tag }) => tag) ?? [];
}
