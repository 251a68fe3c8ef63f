import type { NodeDetails, NodeLabel, SearchResult, TreeShape } from "@semantic-xpath/inspect";
import { stateOf, treeColumns, typeOf } from "../model/treeColumns.js";
import type { EmbeddedContents } from "./contents.js";

/** What a page knows of every node of its tree: what it says, where it stands, and what became of it. */
export interface EmbeddedTree {
  label(node: number): NodeLabel | null;
  details(node: number): NodeDetails | null;
  search(text: string, limit: number): SearchResult;
  locate(path: string): number | null;
}

export function embeddedTree(shape: TreeShape, { shapes, rows }: EmbeddedContents): EmbeddedTree {
  const tree = treeColumns(shape);
  /** Folded when somebody searches for the first time. */
  let folded: readonly string[] | null = null;

  const label = (node: number): NodeLabel | null => {
    const row = rows[node - 1];
    return row === undefined ? null : { node, type: typeOf(tree, node), step: row[1], summary: row[2] };
  };
  const pathOf = (node: number): string => {
    let path = "";
    for (let at = node; at > 0; at = tree.parent[at - 1]!) path = `/${rows[at - 1]![1]}${path}`;
    return path;
  };
  const childrenOf = (node: number): number[] => {
    const children: number[] = [];
    const end = node === 0 ? tree.size + 1 : tree.end[node - 1]!;
    for (let child = node + 1; child < end; child = tree.end[child - 1]!) children.push(child);
    return children;
  };
  return {
    label,
    details(node) {
      const [row, told] = [rows[node - 1], label(node)];
      if (row === undefined || told === null) return null;
      const [index, , , text, ...values] = row;
      return {
        ...told,
        path: pathOf(node),
        attributes: shapes[index]!.map((name, i) => ({ name, value: values[i]! })),
        text,
        source: null,
        state: stateOf(tree, node),
        weight: tree.heat[node - 1]!,
      };
    },
    search(text, limit) {
      const words = [...new Set(plain(text).split(/\s+/))].filter((word) => word !== "");
      if (words.length === 0) return { total: 0, nodes: [] };
      folded ??= rows.map(([, , , own, ...values], i) => plain([typeOf(tree, i + 1), own, ...values].join("\n")));
      const nodes: number[] = [];
      let total = 0;
      for (const [i, said] of folded.entries()) {
        if (words.every((word) => said.includes(word)) && total++ < limit) nodes.push(i + 1);
      }
      return { total, nodes };
    },
    locate(path) {
      let at = 0;
      for (const step of stepsOf(path) ?? [null]) {
        if (step === null) return null;
        const { name, place } = step;
        const named = childrenOf(at).filter((child) => name === "*" || typeOf(tree, child) === name);
        const found = place === null ? (named.length === 1 ? named[0] : undefined) : named[place - 1];
        if (found === undefined) return null;
        at = found;
      }
      return at === 0 ? null : at;
    },
  };
}

interface PathStep {
  readonly name: string;
  /** From 1; null: it is the only one. */
  readonly place: number | null;
}

/** The steps of a path as paths of nodes are written, an attribute at its end left out; null for any other query. */
function stepsOf(path: string): readonly PathStep[] | null {
  const steps: PathStep[] = [];
  for (const step of path
    .trim()
    .replace(/^\//, "")
    .replace(/\/@[^/]*$/, "")
    .split("/")) {
    const [, name, place] = /^(\*|[^[\]@*/]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    if (name === undefined) return null;
    steps.push({ name, place: place === undefined ? null : Number(place) });
  }
  return steps;
}

/** Case and accents left out. */
const plain = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
