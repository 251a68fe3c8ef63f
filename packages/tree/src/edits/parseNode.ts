import { isObject } from "@semantic-xpath/values";
import type { NodeData } from "./edit.js";

const MEMBERS = ["type", "attributes", "text", "children", "content"];

/** A node of any depth from a parsed JSON value. Throws a RangeError that names the problem. */
export function parseNode(root: unknown): NodeData {
  const pending = [root];
  const visited = new Set<unknown>();
  while (pending.length > 0) {
    const node = pending.pop();
    if (!isObject(node) || typeof node.type !== "string") throw new RangeError('In the content a node has no "type"');
    if (visited.has(node)) continue;
    visited.add(node);
    const other = Object.keys(node).find((name) => !MEMBERS.includes(name));
    if (other !== undefined) throw new RangeError(`In the content a node has an unknown member "${other}"`);
    const { attributes = {}, text = "", children = [], content = [] } = node as Partial<NodeData>;
    const areAttributes = isObject(attributes) && Object.values(attributes).every((value) => typeof value === "string");
    if (!areAttributes || typeof text !== "string" || !Array.isArray(children) || !Array.isArray(content))
      throw new RangeError("In the content a node has members of the wrong kind");
    if (node.content !== undefined && !(content.every(isPiece) && placesEachChild(content, children.length)))
      throw new RangeError(
        'In the content the "content" of a node must be texts and, in order, the place of each child',
      );
    pending.push(...children);
  }
  return root as NodeData;
}

const isPiece = (piece: unknown): boolean => typeof piece === "string" || typeof piece === "number";

/** Tests that a content is texts and, in order, the place of each child: a missing one would be lost. */
export function placesEachChild(content: readonly unknown[], children: number): boolean {
  const places = content.filter((piece) => typeof piece === "number");
  return places.length === children && places.every((place, i) => place === i);
}
