import { type TreeColumns, treeColumns } from "../../../../../packages/views/src/model/treeColumns.js";

const base64 = (columns: ArrayBufferView): string =>
  Buffer.from(columns.buffer, columns.byteOffset, columns.byteLength).toString("base64");

/** A tree of nodes in document order, each as its type and its parent, from 1; the root's is 0. */
export function columnsOf(...nodes: readonly (readonly [type: string, parent: number])[]): TreeColumns {
  const size = nodes.length;
  const types = [...new Set(nodes.map(([type]) => type))];
  const parents = nodes.map(([, parent]) => parent);
  const end = nodes.map((_, i) => i + 2);
  for (let i = size - 1; i > 0; i--) end[parents[i]! - 1] = Math.max(end[parents[i]! - 1]!, end[i]!);
  return treeColumns({
    size,
    types,
    type: base64(Uint16Array.from(nodes.map(([type]) => types.indexOf(type)))),
    parent: base64(Int32Array.from(parents)),
    end: base64(Int32Array.from(end)),
    state: base64(new Uint8Array(size)),
    heat: base64(new Float32Array(size)),
  });
}
