import { describe } from "vitest";
import { closingCases } from "./support/closing-cases.ts";

// A file for each browser: they wait for most of their time, side by side.
describe("in firefox", () => closingCases("firefox"));
