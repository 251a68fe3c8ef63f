import { type AstNode, children } from "@semantic-xpath/parser";

/** Whether a call is the place of the node in its list, or the length of that. */
export const readsList = (node: AstNode): boolean =>
  node.kind === "Call" && (node.function === "position" || node.function === "last");

/** Whether a value reads something of the node that it is applied to, or of nodes from there; a path from the document node is the same for all. */
export function readsNode(node: AstNode): boolean {
  switch (node.kind) {
    case "AttributeReference":
    case "FieldReference":
    case "StringValue":
    case "TextTarget":
      return true;
    case "Evidence":
      return node.start?.kind !== "RootStart";
    case "Call":
      return node.arguments.length === 0 ? OF_NODE.has(node.function) : node.arguments.some(readsNode);
    default:
      return children(node).some(readsNode);
  }
}

const OF_NODE: ReadonlySet<string> = new Set(["position", "last", "name", "normalize-space", "string-length"]);

/** Whether a value is made of data, and not of places, literals and parameters alone. */
export function readsData(node: AstNode): boolean {
  switch (node.kind) {
    case "AttributeReference":
    case "FieldReference":
    case "StringValue":
    case "TextTarget":
    case "Evidence":
      return true;
    case "Call":
      if (node.arguments.length === 0) return OF_NODE.has(node.function) && !readsList(node);
      return node.arguments.some(readsData);
    default:
      return children(node).some(readsData);
  }
}

/** Whether a condition goes by the place of the node in its list. What is in the brackets of a path is about other lists. */
export const goesByPlace = (node: AstNode): boolean =>
  readsList(node) || (node.kind !== "Evidence" && children(node).some(goesByPlace));
