import type { Observation } from "@semantic-xpath/runtime/internal";
import { placesOf } from "../why.js";
import { whyNotOf } from "../whyNot.js";
import type { Attempt } from "./attempt.js";
import { cutChange } from "./cutRepairs.js";
import type { Repair } from "./repair.js";

/** Bounds that are tried before every score is asked for. */
const HALVINGS = 4;

/**
 * What an attempt's run says about a node, where pruning did not keep its score from being asked. Else the run is looked at once more
 * with a minimum score in place of the limit, from the node's bound downwards: that asks for no more scores than it takes to know the
 * node's rank, and says at once which limit or minimum score admits it.
 */
export async function unprunedView(
  attempt: Attempt,
  node: number,
): Promise<{ readonly observation: Observation } | { readonly repair: Repair }> {
  const { observation } = attempt;
  const whyNot = whyNotOf(observation, node);
  if (observation.reached !== null || whyNot === null) return { observation };
  const isOpen = whyNot.reason === "bound" || (whyNot.operatorId === 0 && whyNot.reason !== "zero-weight");
  if (!isOpen) return { observation };
  for (
    let bound = whyNot.ranked?.weight ?? whyNot.measured?.value ?? 1, i = 0;
    bound > 0 && i < HALVINGS;
    bound /= 2, i++
  ) {
    const wide = await attempt.look({ limit: Number.POSITIVE_INFINITY, minScore: bound });
    if (wide === null) break;
    const place = placesOf(wide)[node]!;
    if (place > 0) {
      const weight = wide.frame.weights?.[place - 1] ?? 1;
      return { repair: cutChange(observation, place, weight, 0) };
    }
  }
  const full = await attempt.look({ trace: "full" });
  return { observation: full ?? observation };
}
