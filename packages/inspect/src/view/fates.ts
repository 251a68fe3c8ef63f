import type { Observation } from "@semantic-xpath/runtime/internal";
import { DOCUMENT } from "@semantic-xpath/tree";
import { type Fates, RESULT } from "./nodeStates.js";
import { Visits } from "./visits.js";
import { WayBack } from "./wayBack.js";

/** Two passes over what was recorded: forward over what every step looked at, and back from the result along what led to it. */
export function fatesOf(observation: Observation): Fates {
  const fates = { state: new Uint8Array(observation.tree.size + 1), heat: new Float32Array(observation.tree.size + 1) };
  new Visits(observation, fates).sequence(observation.query.plan.result, true);
  const { ids, weights } = observation.frame;
  const results = new Uint8Array(fates.state.length);
  for (let i = 0; i < ids.length; i++) {
    const weight = weights === null ? 1 : weights[i]!;
    const node = ids[i]!;
    fates.heat[node] = results[node] === 1 ? Math.max(fates.heat[node]!, weight) : weight;
    results[node] = 1;
  }
  new WayBack(observation, fates).sequence(observation.query.plan.result, results);
  for (let i = 0; i < ids.length; i++) fates.state[ids[i]!] = RESULT;
  fates.state[DOCUMENT] = 0;
  fates.heat[DOCUMENT] = 0;
  return fates;
}
