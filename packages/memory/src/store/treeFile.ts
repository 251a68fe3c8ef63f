import type { Tree } from "@semantic-xpath/tree";
import { WriteError, writeJson, writeXml } from "@semantic-xpath/writers";

/** A tree as the text of a file that reads as the same tree: XML, or JSON for names that elements can't have. */
export function treeFile(tree: Tree): { readonly format: "xml" | "json"; readonly text: string } {
  try {
    return { format: "xml", text: writeXml(tree) };
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    return { format: "json", text: writeJson(tree) };
  }
}
