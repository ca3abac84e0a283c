import type { Tag } from "../../src/model/outbound.ts";
import type { MemberView } from "../../src/protocol/view.ts";
import { countryName } from "../lib/format.ts";

/** Whether a proxy is what a person looks for: by its name, its exit's country or address, or its type. */
export function matches(query: string, tag: Tag, member: MemberView | undefined): boolean {
  const country = member?.exit?.country;
  const texts = [tag, member?.protocol, member?.exit?.ip, country, country && countryName(country)];
  const wanted = query.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}
