import "./adapters/storage/first-reads.ts";
import { actionBadge } from "./adapters/action-badge.ts";
import { browserAlarm, browserClock, everyHalfMinute } from "./adapters/browser-clock.ts";
import { browserLink } from "./adapters/browser-link.ts";
import { createChromePlatform } from "./adapters/chrome/platform.ts";
import { createFirefoxPlatform, hasOnRequest } from "./adapters/firefox/platform.ts";
import { watchNetwork } from "./adapters/network-events.ts";
import { workshop } from "./adapters/offload/offload.ts";
import { ownVersion } from "./adapters/own-version.ts";
import { historyStore } from "./adapters/storage/idb/history-store.ts";
import { listStore } from "./adapters/storage/idb/list-store.ts";
import { logStore } from "./adapters/storage/idb/log-store.ts";
import { resultStore } from "./adapters/storage/idb/result-store.ts";
import { checkedStore, runStore } from "./adapters/storage/run-store.ts";
import { settingsStore } from "./adapters/storage/settings-store.ts";
import { temporaryStore } from "./adapters/storage/temporary-store.ts";
import { webRtcSetting } from "./adapters/web-rtc-setting.ts";
import { startBackground } from "./start.ts";

// The composition root: the only file with effects at import. Every listener is registered in this first turn, so that
// any event can wake a stopped background.
startBackground({
  clock: browserClock,
  createAlarm: browserAlarm,
  createHeartbeat: everyHalfMinute,
  createLink: browserLink,
  createPlatform: hasOnRequest() ? createFirefoxPlatform : createChromePlatform,
  badge: actionBadge(),
  createWebRtc: webRtcSetting,
  watchNetwork,
  settingsStore,
  checkedStore,
  temporaryStore,
  workshop,
  listStore,
  version: ownVersion(),
  runStore,
  resultStore,
  historyStore,
  logStore,
});
