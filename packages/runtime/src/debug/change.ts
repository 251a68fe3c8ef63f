import type { Observation } from "../runPlan.js";
import type { Change } from "./answers.js";

export async function smallestChange(_observation: Observation, _node: number): Promise<Change | null> {
  throw new Error("to be written");
}
