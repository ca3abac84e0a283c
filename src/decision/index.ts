/** What the shell needs of the decision; the PAC program takes the single files. */
export { decide } from "./decide.ts";
export { explain } from "./explain.ts";
export {
  createMemory,
  forgetRides,
  loadMemory,
  type Memory,
  type MemoryJson,
  remember,
  saveMemory,
} from "./memory.ts";
export { type DecisionIndex, prepare } from "./prepare.ts";
