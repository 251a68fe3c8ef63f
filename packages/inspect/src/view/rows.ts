import type { Observation, Told } from "@semantic-xpath/runtime/internal";
import { nodePath, type Tree } from "@semantic-xpath/tree";
import { NODE_STATES, type NodeContent, type NodeDetails, type PageRequest, type ResultRow } from "../runView.js";
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

/** What the nodes from `from` on say, as far as the tree goes. */
export function contentsOf(
  tree: Tree,
  { from, count, characters }: PageRequest & { readonly characters: number },
): NodeContent[] {
  const contents: NodeContent[] = [];
  const first = Math.max(1, from);
  for (let id = first; id < first + count && id <= tree.size; id++) {
    const attributes = attributesOf(tree, id).map(({ name, value }) => ({ name, value: cutTo(value, characters) }));
    contents.push({ ...labelOf(tree, id), attributes, text: cutTo(tree.node(id).text, characters) });
  }
  return contents;
}

/** Never inside a pair of surrogates. */
const cutTo = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, "")}…`;

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
