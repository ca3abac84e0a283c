import { STRATEGIES } from "../../src/model/outbound.ts";
import { firefoxPlace } from "./support/firefox-place.ts";
import { median, rounded } from "./support/median.ts";
import { nodePlace } from "./support/node-place.ts";
import type { Which } from "./support/origins.ts";
import { pacPlace } from "./support/pac-place.ts";
import type { Place } from "./support/place.ts";
import { type Options, type Strategy, strategyCase } from "./support/strategy-case.ts";
import type { Table } from "./support/table.ts";

const SIZES = [3, 30, 300, 3_000];
const CASES: readonly (readonly [Strategy, Options])[] = [
  ...STRATEGIES.map((strategy) => [strategy, "plain"] as const),
  ["consistent-hashing", "all that costs"],
  ["sticky-sessions", "all that costs"],
];
const ROUNDS = 9;
/** A round is long enough for a clock of whole milliseconds. */
const ROUND_US = 60_000;
const GOAL = "goals: known 3 µs, new 15 µs at 300 members and 100 µs at 3,000";

export const benchStrategiesInNode = async (): Promise<Table> => tableOf(nodePlace());
export const benchStrategiesInPac = async (): Promise<Table> => tableOf(await pacPlace());
export const benchStrategiesInFirefox = async (): Promise<Table> => tableOf(await firefoxPlace());

/** Every strategy at every size; known and new origins take turns, the figure is the median round's mean. */
async function tableOf(place: Place): Promise<Table> {
  const rows: Table["rows"][number][] = [];
  try {
    for (const [strategy, options] of CASES)
      for (const members of SIZES) {
        const time = await place.open(strategyCase(strategy, members, options));
        const counts = { known: await enough(time, "known"), new: await enough(time, "new") };
        const took: Record<Which, number[]> = { known: [], new: [] };
        for (let round = 0; round < ROUNDS; round++)
          for (const which of ["known", "new"] as const) took[which].push(await time(which, counts[which]));
        const [known, fresh] = [median(took.known), median(took.new)];
        rows.push({
          strategy,
          options,
          members,
          "known µs": rounded(known),
          "known a second": Math.round(1e6 / known),
          "new µs": rounded(fresh),
          "new a second": Math.round(1e6 / fresh),
        });
      }
  } finally {
    await place.close();
  }
  return { title: `${place.title} (${GOAL})`, rows };
}

/** How many decisions make a round; asking is the warm-up too. */
async function enough(time: (which: Which, count: number) => Promise<number>, which: Which): Promise<number> {
  await time(which, 500);
  const one = await time(which, 500);
  return Math.min(20_000, Math.max(300, Math.ceil(ROUND_US / Math.max(one, 0.1))));
}
