import type { LazyList, MatchGroup, Observation, Run } from "@semantic-xpath/runtime/internal";
import { nodePath, type Tree } from "@semantic-xpath/tree";
import { base64Of, shortened } from "@semantic-xpath/values";
import { entryValuesOf } from "../entryValues.js";
import { membersOf } from "../groups.js";
import { attributesOf, labelOf } from "./labels.js";
import type { NodeStates } from "./nodeStates.js";
import {
  type GroupRow,
  NODE_STATES,
  type NodeContent,
  type NodeDetails,
  type PageRequest,
  type ResultRow,
  type TreeShape,
} from "./runView.js";

/** The result with the content of its nodes, row by row. */
export function resultRows(observation: Observation): LazyList<ResultRow> {
  const { tree, result, run, frame, query } = observation;
  const { matches } = result;
  const names = query.plan.record?.fields.map(({ name }) => name) ?? [];
  const { keysAt, givenAt } = entryValuesOf(observation);
  const rowAt = (i: number): ResultRow => {
    const { id, path, weight, attribute, text, node, group, record } = matches[i]!;
    // Groups and their keys have no path.
    const ofGroup = path === "";
    const { values: gave, share } = givenAt(i);
    return {
      rank: i + 1,
      node: id,
      path,
      weight,
      type: ofGroup ? "group" : node.type,
      attributes: group !== null ? keysOf(group.key) : ofGroup ? [] : attributesOf(tree, id),
      text: ofGroup ? "" : node.text,
      value: attribute?.value ?? text,
      keys: keysAt(i),
      gave,
      share,
      source: node.span,
      group: group === null ? null : groupRow(run, frame.ids[i]!),
      record: record && names.map((name) => record[name] ?? null),
    };
  };
  return { length: matches.length, at: rowAt };
}

const keysOf = (key: MatchGroup["key"]): ResultRow["attributes"] =>
  Object.entries(key).flatMap(([name, value]) => (value === null ? [] : [{ name, value: String(value) }]));

/** Members of a group that a row has. */
const MAX_MEMBERS = 100;

function groupRow(run: Run, id: number): GroupRow {
  const members: GroupRow["members"][number][] = [];
  let count = 0;
  for (const member of membersOf(run, id)) {
    if (count < MAX_MEMBERS) members.push(member);
    count++;
  }
  return { count, members };
}

/** Contents of the nodes from `from` on, as far as the tree goes. */
export function nodeContents(
  tree: Tree,
  { from, count, characters }: PageRequest & { readonly characters: number },
): NodeContent[] {
  const contents: NodeContent[] = [];
  const first = Math.max(1, from);
  for (let id = first; id < first + count && id <= tree.size; id++) {
    const attributes = attributesOf(tree, id).map(({ name, value }) => ({ name, value: shortened(value, characters) }));
    contents.push({ ...labelOf(tree, id), attributes, text: shortened(tree.node(id).text, characters) });
  }
  return contents;
}

export function detailsOf({ tree }: Observation, { state, heat }: NodeStates, id: number): NodeDetails {
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

const MAX_TYPES = 0xffff;

/** The columns of the tree and of what became of its nodes; the document node, which has number 0, is left out. */
export function shapeOf(tree: Tree, { state, heat }: NodeStates): TreeShape {
  const names = tree.typeNames.slice(1);
  const type = new Uint16Array(tree.size);
  for (let i = 0; i < type.length; i++) type[i] = Math.min(tree.type[i + 1]! - 1, MAX_TYPES);
  return {
    size: tree.size,
    types: names.length > MAX_TYPES ? [...names.slice(0, MAX_TYPES), "…"] : names,
    type: columnBase64(type),
    parent: columnBase64(tree.parent.subarray(1)),
    end: columnBase64(tree.end.subarray(1)),
    state: columnBase64(state.subarray(1)),
    heat: columnBase64(heat.subarray(1)),
  };
}

/** The bytes of a column, little endian as on every host that has typed arrays in practice. */
const columnBase64 = (column: Uint8Array | Uint16Array | Int32Array | Float32Array): string =>
  base64Of(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
