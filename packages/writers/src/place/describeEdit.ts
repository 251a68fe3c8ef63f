import { type Edit, type NodeId, nodePath, type Tree } from "@semantic-xpath/tree";

/** Subject of a sentence about an edit: `The attribute "city" of /Plan/Day[2]`. */
export function editName(tree: Tree, edit: Edit): string {
  const at = (node: NodeId): string => (node >= 1 && node <= tree.size ? nodePath(tree, node) : `node ${node}`);
  switch (edit.kind) {
    case "insert":
      return `A new "${edit.content.type}" in ${at(edit.parent)}`;
    case "delete":
      return `Deleting ${at(edit.node)}`;
    case "replace":
      return `A new "${edit.content.type}" for ${at(edit.node)}`;
    case "move":
      return `Moving ${at(edit.node)} into ${at(edit.parent)}`;
    case "setAttribute":
      return `The attribute "${edit.name}" of ${at(edit.node)}`;
    case "setText":
      return `The text of ${at(edit.node)}`;
    case "rename":
      return `The type of ${at(edit.node)}`;
  }
}
