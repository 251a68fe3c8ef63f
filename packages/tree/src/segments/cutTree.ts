import { columnValue, lowerBound } from "../column.js";
import { NONE } from "../ids.js";
import type { Tree } from "../tree.js";
import { type Cell, laidOut, type Segment, slicePlaces } from "./segment.js";

/** Cuts a tree into segments of about the same size, at most `most` nodes each. Linear in nodes and attributes. */
export function cutTree(tree: Tree, most: number): Segment[] {
  const levels = new Int32Array(tree.size + 1);
  for (let node = 1; node <= tree.size; node++) levels[node] = levels[tree.parent[node]!]! + 1;
  const count = Math.ceil(tree.size / most);
  const edge = (place: number): number => 1 + Math.floor((tree.size * place) / count);
  return Array.from({ length: count }, (_, place) => cut(tree, levels, edge(place), edge(place + 1)));
}

function cut(tree: Tree, levels: Int32Array, from: number, to: number): Segment {
  const types = [...new Set(tree.type.subarray(from, to))];
  const typeHere = new Map(types.map((type, i) => [type, i]));
  const cells = types.flatMap((type) => cellsOf(tree, type, from, to));
  cells.sort((a, b) => a.node - b.node || a.order - b.order);
  const names = [...new Set(cells.map(({ name }) => name))];
  return laidOut(
    {
      level: levels.slice(from, to),
      type: tree.type.slice(from, to).map((type) => typeHere.get(type)!),
      text: tree.text.slice(from, to),
      key: tree.key === null ? null : tree.key.slice(from, to),
      places: slicePlaces(tree.places, from, to),
    },
    {
      typeNames: types.map((type) => tree.typeNames[type]!),
      attributeNames: names.map((name) => tree.attributeNames[name]!),
      cells: cells.map(({ type, name, ranks, values }) => ({
        type: typeHere.get(type)!,
        name: names.indexOf(name),
        ranks,
        values,
      })),
    },
  );
}

/** The attributes of the nodes of one type in `[from, to)`, each with the first node that has it. */
function cellsOf(tree: Tree, type: number, from: number, to: number): (Cell & { node: number; order: number })[] {
  const nodes = tree.postings[type]!;
  const first = lowerBound(nodes, from);
  const end = lowerBound(nodes, to, first);
  return [...tree.attributesOfType[type]!].flatMap((name, order) => {
    const column = tree.columns[name]![type]!;
    const [ranks, values]: [number[], number[]] = [[], []];
    for (let rank = first; rank < end; rank++) {
      const value = columnValue(column, rank);
      if (value === NONE) continue;
      ranks.push(rank - first);
      values.push(value);
    }
    if (ranks.length === 0) return [];
    const node = nodes[first + ranks[0]!]!;
    return [{ type, name, ranks: Int32Array.from(ranks), values: Int32Array.from(values), node, order }];
  });
}
