import { contextOf, factsText, nodeText } from "@semantic-xpath/tree";

/**
 * What is ranked: the nodes of a tree with the text that our scorers see, and with its words alone, without the names of types and attributes,
 * which is what a plain index is given.
 */
export function collectionOf(tree, nodes) {
  return {
    tree,
    nodes,
    texts: nodes.map((node) => nodeText(tree, node)),
    contexts: contextsOf(tree, nodes),
    plain: nodes.map((node) => plainText(tree, node)),
  };
}

/** What a run reads each node with: a turn of a conversation with what is around it, any other with nothing. */
function contextsOf(tree, nodes) {
  const known = new Map();
  const once = (key, make) => known.get(key) ?? known.set(key, make()).get(key);
  const textOf = (node) => once(node, () => nodeText(tree, node));
  return nodes.map((node) => {
    const context = contextOf(tree, node);
    if (context === null) return null;
    const { within, before, after, by, facts, isDeclared } = context;
    return {
      ...{ within: textOf(within), before: before.map(textOf), after: after.map(textOf), by, isDeclared },
      facts: once(`facts ${within}`, () => factsText(tree, within, facts)),
    };
  });
}

function plainText(tree, node) {
  const parts = [];
  for (let at = node; at < tree.end[node]; at++) {
    parts.push(...Object.values(tree.node(at).attributes ?? {}));
    if (tree.text[at] >= 0) parts.push(tree.values.get(tree.text[at]));
  }
  return parts.join("\n");
}

/** A number in [0, 2³²) of a text: which half it is in, which ones are left out of a quick run. */
export function numberOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** An evenly spread choice of at most so many, the same in each run. */
export function sampled(queries, most) {
  if (queries.length <= most) return queries;
  return [...queries].sort((a, b) => numberOf(a.condition) - numberOf(b.condition)).slice(0, most);
}
