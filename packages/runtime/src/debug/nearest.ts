import type { Observation } from "../runPlan.js";
import type { Nearest } from "./answers.js";

export async function nearestQuery(_observation: Observation): Promise<Nearest | null> {
  throw new Error("to be written");
}
