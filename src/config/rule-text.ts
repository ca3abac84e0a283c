import type { Rule } from "../model/settings.ts";
import { writeRule } from "./write-config.ts";

/** A list of rules may hold thousands of names. */
const LISTED = 4;

/** A rule in one line, as it would be written in a configuration; of a long list the first few. */
export const ruleText = (rule: Rule): string =>
  JSON.stringify(writeRule(rule), (_, value: unknown) =>
    Array.isArray(value) && value.length > LISTED ? [...value.slice(0, LISTED), "…"] : value,
  );
