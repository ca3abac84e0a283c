import { after, ms } from "../../src/model/units.ts";
import type { Alarm, Clock } from "../ports/clock.ts";

/** Whoever opens the popup does not wait for the next try, and nobody makes them come closer together than this. */
const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;

interface BootParts {
  readonly clock: Clock;
  /** Rings at the next try. */
  readonly alarm: Alarm;
  /** Never rejects. */
  readonly boot: () => Promise<void>;
  /** Whether the last one could read what a person entered. */
  readonly isRead: () => boolean;
}

/**
 * Boots once, and again as long as the settings could not be read: after 1, 2, 4 … at most 30 s, and when somebody asks.
 *
 * @returns resolves when the boot under way has ended
 */
export function bootAgain({ clock, alarm, boot, isRead }: BootParts): () => Promise<void> {
  let booted: Promise<void> | null = null;
  let triedAt: number | null = null;
  let pause = SHORTEST_MS;

  async function begin(): Promise<void> {
    triedAt = null;
    await boot();
    if (isRead()) return;
    triedAt = clock.now();
    alarm.set(after(clock.now(), ms(pause)));
    pause = Math.min(LONGEST_MS, pause * 2);
  }

  // A clock that was set back does not put it off.
  const isDue = (): boolean => triedAt !== null && Math.abs(clock.now() - triedAt) >= SHORTEST_MS;

  return () => {
    if (booted === null || isDue()) booted = begin();
    return booted;
  };
}
