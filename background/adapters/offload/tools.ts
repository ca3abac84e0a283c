export { prepareList } from "../../../src/rule-lists/prepare-list.ts";
export { checkText, loadText, ruleIn } from "../../settings/check-text.ts";
