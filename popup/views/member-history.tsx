import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { statistics } from "../../src/history/statistics.ts";
import type { History } from "../../src/model/history.ts";
import type { MemberView } from "../../src/protocol/view.ts";
import { separator, t } from "../i18n.ts";
import { formatDelay, formatDeviation, formatNumber } from "../lib/format.ts";
import type { Popup } from "../models/popup.ts";
import { Rich } from "./rich.tsx";
import { SparklineChart } from "./sparkline-chart.tsx";
import { Tech } from "./tech.tsx";

/** One test is told by the lines above already. */
const FEWEST = 2;

/** How a proxy did in its last tests, also those of earlier runs. Nothing while there is none to tell of. */
export function MemberHistory({ member, popup }: { member: MemberView; popup: Popup }): JSX.Element | null {
  const history = useHistory(member, popup);
  if (history.length < FEWEST) return null;
  const { tests, successes, median, deviation } = statistics(history);
  return (
    <figure class="history">
      <SparklineChart history={history} />
      <figcaption>
        {t("history_share", formatNumber(successes), formatNumber(tests))}
        {median !== null && deviation !== null && (
          <>
            {separator()}
            <Rich
              id="history_usual"
              parts={[<Tech>{formatDelay(Math.round(median))}</Tech>, <Tech>{formatDeviation(deviation)}</Tech>]}
            />
          </>
        )}
      </figcaption>
    </figure>
  );
}

/** Asked for when the details open, and again after each test. */
function useHistory({ tag, testedAt }: MemberView, { history }: Popup): History {
  const [known, setKnown] = useState<History>([]);
  useEffect(() => {
    let wanted = true;
    void history(tag).then((read) => wanted && setKnown(read));
    return () => {
      wanted = false;
    };
  }, [history, tag, testedAt]);
  return known;
}
