import type { NodeDetails, NodeLabel, SearchResult, TreeShape } from "@semantic-xpath/inspect";
import { ancestorsOf, childrenOf, stateOf, treeColumns, typeOf } from "../model/treeColumns.js";
import type { EmbeddedContents } from "./contents.js";

/** Facts of every node of a page's tree: its content, its place, and its state. */
interface EmbeddedTree {
  label(node: number): NodeLabel | null;
  details(node: number): NodeDetails | null;
  search(text: string, limit: number): SearchResult;
  locate(path: string): number | null;
}

export function embeddedTree(shape: TreeShape, { shapes, rows }: EmbeddedContents): EmbeddedTree {
  const tree = treeColumns(shape);
  /** Made at the first search. */
  let folded: readonly string[] | null = null;

  const label = (node: number): NodeLabel | null => {
    const row = rows[node - 1];
    return row === undefined ? null : { node, type: typeOf(tree, node), step: row[1], summary: row[2] };
  };
  const pathOf = (node: number): string =>
    [node, ...ancestorsOf(tree, node)]
      .map((at) => `/${rows[at - 1]?.[1]}`)
      .reverse()
      .join("");
  return {
    label,
    details(node) {
      const [row, named] = [rows[node - 1], label(node)];
      if (row === undefined || named === null) return null;
      const [shapeIndex, , , text, ...values] = row;
      const names = shapes[shapeIndex] ?? [];
      return {
        ...named,
        path: pathOf(node),
        attributes: names.map((name, i) => ({ name, value: values[i] ?? "" })),
        text,
        source: null,
        state: stateOf(tree, node),
        weight: tree.heat[node - 1] ?? 0,
      };
    },
    search(text, limit) {
      const words = [...new Set(plain(text).split(/\s+/))].filter((word) => word !== "");
      if (words.length === 0) return { total: 0, nodes: [] };
      folded ??= rows.map(([, , , own, ...values], i) => plain([typeOf(tree, i + 1), own, ...values].join("\n")));
      const nodes = folded.flatMap((said, i) => (words.every((word) => said.includes(word)) ? [i + 1] : []));
      return { total: nodes.length, nodes: nodes.slice(0, limit) };
    },
    locate(path) {
      let at = 0;
      // Paths as nodes have them, without an attribute at their end. Other queries are not paths of nodes.
      for (const step of path
        .trim()
        .replace(/^\//, "")
        .replace(/\/@[^/]*$/, "")
        .split("/")) {
        const [, name, place] = /^(\*|[^[\]@*/]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
        const named = childrenOf(tree, at).filter((child) => name === "*" || typeOf(tree, child) === name);
        const child = place === undefined && named.length > 1 ? undefined : named[Number(place ?? 1) - 1];
        if (name === undefined || child === undefined) return null;
        at = child;
      }
      return at;
    },
  };
}

/** Case and accents left out. */
const plain = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
