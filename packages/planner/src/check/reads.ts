import { type AstNode, type CallFunction, someChild } from "@semantic-xpath/parser";
import { type ContextRow, callRow } from "@semantic-xpath/values";

/** True if a call is the place of the node in its list, or the length of the list. */
export const readsList = (node: AstNode): boolean => node.kind === "Call" && isContext(node.function, "list");

/** True if a value reads the node that it is applied to, or nodes from there; a path from the document node is the same for all. */
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
      return node.arguments.length === 0 ? isOfNode(node.function) : node.arguments.some(readsNode);
    default:
      return someChild(node, readsNode);
  }
}

const isContext = (name: CallFunction, reads: ContextRow["reads"]): boolean => {
  const row = callRow(name);
  return row.kind === "context" && row.reads === reads;
};

/** True if a call without arguments is about the node; about its list, too. */
const isOfNode = (name: CallFunction): boolean => !isContext(name, "run");

/** True if a value depends on data, and not on places, literals and parameters alone. */
export function readsData(node: AstNode): boolean {
  switch (node.kind) {
    case "AttributeReference":
    case "FieldReference":
    case "StringValue":
    case "TextTarget":
    case "Evidence":
      return true;
    case "Call":
      if (node.arguments.length === 0) return isOfNode(node.function) && !readsList(node);
      return node.arguments.some(readsData);
    default:
      return someChild(node, readsData);
  }
}

/** True if a condition depends on the place of the node in its list. The brackets of a path concern other lists. */
export const goesByPlace = (node: AstNode): boolean =>
  readsList(node) || (node.kind !== "Evidence" && someChild(node, goesByPlace));
