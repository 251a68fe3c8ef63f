import type { Observation } from "@semantic-xpath/runtime/internal";
import type { WhyNot } from "./answers.js";
import { placesOf } from "./why.js";
import { Exclusions } from "./whyNot/exclusions.js";
import { explainCut } from "./whyNot/explainCut.js";
import { explainFall } from "./whyNot/explainFall.js";
import { explainUnreached } from "./whyNot/explainUnreached.js";

/** Why a node is not in the result; null where it is. The first call for a run goes over its plan, later ones are a look each. */
export function whyNotOf(observation: Observation, node: number): WhyNot | null {
  if (placesOf(observation)[node]! > 0) return null;
  const exclusions = Exclusions.of(observation);
  const exclusion = exclusions.exclusionOf(node);
  switch (exclusion.kind) {
    case "cut":
      return explainCut(observation, exclusions, node, exclusion.place);
    case "fall":
      return explainFall(observation, exclusions, node, exclusion.route, exclusion.fall);
    case "unreached":
      return explainUnreached(observation, node, exclusion.route);
  }
}
