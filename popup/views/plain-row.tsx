import type { JSX } from "preact";
import type { Tag } from "../../src/model/outbound.ts";
import type { Plain } from "../../src/protocol/view.ts";
import { type MessageKey, t } from "../i18n.ts";
import { Flag } from "./flag.tsx";
import type { Place } from "./member-row.tsx";
import { RowMain } from "./row-main.tsx";
import { Name } from "./tech.tsx";

const MORE: Readonly<Record<Plain, MessageKey>> = {
  direct: "now_direct_more",
  block: "now_block",
  refused: "plain_refused",
};

/** A selector's member that is no proxy: one that goes directly, one that blocks, or one that cannot be used. */
export function PlainRow({ tag, does, place }: { tag: Tag; does: Plain; place: Place }): JSX.Element {
  return (
    <li class="row" data-tag={tag}>
      <div class="row-line">
        <RowMain
          place={place}
          grouped
          title={<Name>{tag}</Name>}
          more={t(MORE[does])}
          flag={<Flag country={undefined} />}
        />
      </div>
    </li>
  );
}
