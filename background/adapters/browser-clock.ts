import browser from "webextension-polyfill";
import { type Instant, instant } from "../../src/model/units.ts";
import type { Alarm, Clock } from "../ports/clock.ts";

export const browserClock: Clock = {
  now: () => instant(Date.now()),
};

/** An alarm of a packed extension rings at the earliest after 30 s; a timer serves while the background lives. */
const GRAIN_MS = 30_000;

/**
 * @param name of the alarm in the browser
 * @param onDue registered at once, so that the alarm wakes a stopped background
 */
export function browserAlarm(name: string, onDue: () => void): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let setFor: Instant | null = null;

  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name !== name) return;
    // It is over: who is called a moment too soon, by a clock that is cut (Firefox), sets the same deadline again.
    setFor = null;
    onDue();
  });

  return {
    set(at) {
      if (at === setFor) return;
      setFor = at;
      clearTimeout(timer);
      if (at === null) return void browser.alarms.clear(name);
      const wait = Math.max(0, at - Date.now());
      if (wait < GRAIN_MS)
        timer = setTimeout(() => {
          setFor = null;
          onDue();
        }, wait);
      browser.alarms.create(name, { when: Math.max(at, Date.now() + GRAIN_MS) });
    },
  };
}

/** An alarm that rings again and again, from half a minute on. */
export function everyHalfMinute(name: string, onDue: () => void): { start(): void; stop(): void } {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) onDue();
  });
  return {
    start: () => browser.alarms.create(name, { periodInMinutes: 0.5 }),
    stop: () => void browser.alarms.clear(name),
  };
}
