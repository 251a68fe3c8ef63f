import type { Observation } from "../../runPlan.js";
import type { Told } from "../../trace/told.js";
import { nodePath } from "../../tree/path.js";
import { NODE_STATES, type NodeDetails, type ResultRow } from "../runView.js";
import { attributesOf, labelOf } from "./labels.js";
import type { Fates } from "./nodeStates.js";

/** The result with what its nodes say, row by row. */
export function resultRows({ tree, result }: Observation): Told<ResultRow> {
  const { matches } = result;
  const tell = (i: number): ResultRow => {
    const { id, path, weight, attribute, node } = matches[i]!;
    return {
      rank: i + 1,
      node: id,
      path,
      weight,
      type: node.type,
      attributes: attributesOf(tree, id),
      text: node.text,
      value: attribute?.value ?? null,
      source: node.span,
    };
  };
  return { length: matches.length, at: tell };
}

export function detailsOf({ tree }: Observation, { state, heat }: Fates, id: number): NodeDetails {
  const { text, span } = tree.node(id);
  return {
    ...labelOf(tree, id),
    path: nodePath(tree, id),
    attributes: attributesOf(tree, id),
    text,
    source: span,
    state: NODE_STATES[state[id]!]!,
    weight: heat[id]!,
  };
}
