import type { Edit, Tree } from "@semantic-xpath/tree";
import { unwritable } from "../../problems.js";
import type { Editor } from "../editors.js";
import { dataWays } from "./dataWays.js";
import { YamlLayout } from "./yamlLayout.js";
import { yamlValues } from "./yamlValues.js";

/** Edits in YAML: comments, anchors and the style of everything else stay. */
export const editYaml: Editor = (text, tree) => {
  const values = yamlValues(text);
  const ways = dataWays(tree, values, new YamlLayout(text));
  const hasSeveral = values.root.style === "lines" && values.root.elements.length > 1;
  return (edit) => {
    if (hasSeveral && isOfDocuments(tree, edit))
      throw unwritable(tree, 0, "yaml", "whole documents of a file are not added, removed or moved");
    return ways(edit);
  };
};

/** True if the edit adds, removes or reorders documents. */
function isOfDocuments(tree: Tree, edit: Edit): boolean {
  const isRemoved = (edit.kind === "delete" || edit.kind === "move") && tree.parent[edit.node] === 1;
  return isRemoved || ((edit.kind === "insert" || edit.kind === "move") && edit.parent === 1);
}
