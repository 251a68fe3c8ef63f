import type { Observation } from "../runPlan.js";
import type { Why } from "./answers.js";

export function whyOf(_observation: Observation, _node: number): Why | null {
  throw new Error("to be written");
}
