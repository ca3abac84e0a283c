export { prepareList } from "../../../src/rule-lists/prepare-list.ts";
export { checkText, ruleIn } from "../../checked-text.ts";
