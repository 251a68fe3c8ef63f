import type { Observation } from "../runPlan.js";
import type { WhyNot } from "./answers.js";

export function whyNotOf(_observation: Observation, _node: number): WhyNot | null {
  throw new Error("to be written");
}
