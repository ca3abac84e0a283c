import { matched } from "./matched.ts";
import type { ChaosRun, Outage, PageLoad } from "./record.ts";
import { type Truth, truthOf } from "./truth.ts";

/** Why a page failed, as far as what was so and what the extension knew explain it. */
export type Cause =
  /** A member died that still counted as alive when the page began, or during it. */
  | { readonly kind: "fresh-death"; readonly outage: Outage }
  /** As before, but a page of the same tab had failed by this death already. Forbidden. */
  | { readonly kind: "repeated-death"; readonly outage: Outage }
  /** No member was there when the page began. */
  | { readonly kind: "nobody-there" }
  /** Every member counted as dead, and those that were there had come back less than 10 s before. */
  | { readonly kind: "just-back" }
  /** Every member counted as dead, but one had been there for 10 s or more. Forbidden. */
  | { readonly kind: "late-return" }
  /** Some member counted as alive and was there. Forbidden. */
  | { readonly kind: "unexplained" };

export interface FailedPage {
  readonly page: PageLoad;
  readonly cause: Cause;
}

export const FORBIDDEN: readonly Cause["kind"][] = ["late-return", "repeated-death", "unexplained"];

/** M28: by then a member that came back is used again. */
export const BACK_WITHIN_MS = 10_000;
/** From the end of a test until its result is in force for new connections: the window in which results wait for others, and then some. */
export const IN_FORCE_MS = 1_000;

/** Every page that failed, in order, and why. */
export function judge(run: ChaosRun): readonly FailedPage[] {
  const truth = truthOf(run);
  const failed = run.pages.filter(({ failure }) => failure !== null).sort((a, b) => a.beganAt - b.beganAt);
  const deaths = deathsOf(failed, new Map(failed.map((page) => [page, suspectsOf(run, truth, page)])));
  return failed.map((page) => ({ page, cause: deaths.get(page) ?? causeWithoutDeath(run, truth, page) }));
}

/**
 * Deaths that may have failed a page: of members that were away during some of it, and that the extension may have given
 * it, because their last test had answered when it began, or answered meanwhile.
 */
function suspectsOf(run: ChaosRun, truth: Truth, { beganAt, endedAt }: PageLoad): readonly Outage[] {
  const answered = (tag: string): boolean =>
    truth.countsAsAlive(tag, beganAt - IN_FORCE_MS) ||
    (run.tests[tag] ?? []).some((test) => "delay" in test && test.at > beganAt - IN_FORCE_MS && test.at <= endedAt);
  return run.outages.filter(
    ({ tag, downAt, upAt }) => downAt <= endedAt && (upAt === null || upAt >= beganAt) && answered(tag),
  );
}

/**
 * A death for each page that has suspects. Nobody tells which member failed a page, so each tab's pages are matched with
 * deaths such that as many as can be have one of their own. A page that is left over shares its death with another page:
 * that death failed more than one page of the tab, whichever way one looks at it.
 */
function deathsOf(
  pages: readonly PageLoad[],
  suspects: ReadonlyMap<PageLoad, readonly Outage[]>,
): Map<PageLoad, Cause> {
  const causes = new Map<PageLoad, Cause>();
  for (const tab of new Set(pages.map((page) => page.tab))) {
    const own = matched(
      pages.filter((page) => page.tab === tab),
      (page) => suspects.get(page) ?? [],
    );
    for (const page of pages) {
      const outage = page.tab === tab ? (own.get(page) ?? suspects.get(page)?.[0]) : undefined;
      if (outage) causes.set(page, { kind: own.has(page) ? "fresh-death" : "repeated-death", outage });
    }
  }
  return causes;
}

function causeWithoutDeath({ members }: ChaosRun, truth: Truth, { beganAt }: PageLoad): Cause {
  const there = members.flatMap((tag) => {
    const since = truth.upSince(tag, beganAt);
    return since === null ? [] : [{ tag, since }];
  });
  if (there.length === 0) return { kind: "nobody-there" };
  if (members.some((tag) => truth.countsAsAlive(tag, beganAt - IN_FORCE_MS))) return { kind: "unexplained" };
  return { kind: there.some(({ since }) => beganAt - since >= BACK_WITHIN_MS) ? "late-return" : "just-back" };
}
