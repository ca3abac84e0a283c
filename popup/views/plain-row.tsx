import type { JSX } from "preact";
import { DIRECT, type Tag } from "../../src/model/outbound.ts";
import { t } from "../i18n.ts";
import { Flag } from "./flag.tsx";
import type { Place } from "./member-row.tsx";
import { RowMain } from "./row-main.tsx";
import { Name } from "./tech.tsx";

/** A selector's member that is no proxy: `direct` or `block`. */
export function PlainRow({ tag, place }: { tag: Tag; place: Place }): JSX.Element {
  return (
    <li class="row" data-tag={tag}>
      <div class="row-line">
        <RowMain
          place={place}
          grouped
          title={<Name>{tag}</Name>}
          more={tag === DIRECT ? t("now_direct_more") : t("now_block")}
          flag={<Flag country={undefined} />}
        />
      </div>
    </li>
  );
}
