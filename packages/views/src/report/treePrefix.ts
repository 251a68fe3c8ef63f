import type { TreeShape } from "@semantic-xpath/inspect";

/** The first nodes of a tree in document order: a tree again, since what stands above a node comes before it. */
export function treePrefix(shape: TreeShape, size: number): TreeShape {
  if (shape.size <= size) return shape;
  return {
    size,
    types: shape.types,
    type: cut(shape.type, 2 * size),
    parent: cut(shape.parent, 4 * size),
    end: cutEnds(shape.end, size),
    state: cut(shape.state, size),
    heat: cut(shape.heat, 4 * size),
  };
}

const cut = (base64: string, bytes: number): string => btoa(atob(base64).slice(0, bytes));

/** A subtree that goes on ends with the prefix. Little endian, as the shape is on any machine. */
function cutEnds(base64: string, size: number): string {
  const bytes = Uint8Array.from(atob(base64).slice(0, 4 * size), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 4) view.setInt32(at, Math.min(view.getInt32(at, true), size + 1), true);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
