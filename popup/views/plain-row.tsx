import type { JSX } from "preact";
import type { Tag } from "../../src/model/outbound.ts";
import type { Plain } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { Flag } from "./flag.tsx";
import type { Place } from "./member-row.tsx";
import { RowMain } from "./row-main.tsx";
import { Name } from "./tech.tsx";

/** A selector's member that is no proxy: one that goes directly, or one that blocks. */
export function PlainRow({ tag, does, place }: { tag: Tag; does: Plain; place: Place }): JSX.Element {
  return (
    <li class="row" data-tag={tag}>
      <div class="row-line">
        <RowMain
          place={place}
          grouped
          title={<Name>{tag}</Name>}
          more={does === "direct" ? t("now_direct_more") : t("now_block")}
          flag={<Flag country={undefined} />}
        />
      </div>
    </li>
  );
}
