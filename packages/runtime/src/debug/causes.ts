import type { Observation } from "../runPlan.js";
import type { Cause } from "./answers.js";

export function causesOf(_observation: Observation): readonly Cause[] {
  throw new Error("to be written");
}
