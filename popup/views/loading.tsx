import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n.ts";

/** A background that reads a store which hangs never answers. */
const LONG_MS = 8_000;

/** Nothing is known yet. After a while that is said too: an empty page would look as if all were lost. */
export function Loading(): JSX.Element {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="loading" role="status">
      {long ? t("loading_long") : t("loading")}
    </p>
  );
}
