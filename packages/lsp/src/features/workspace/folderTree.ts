import { formatOf } from "@semantic-xpath/readers";
import { type Collection, readTree, type Tree } from "@semantic-xpath/runtime";

interface Node {
  readonly type: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: unknown[];
}

/**
 * The files of a folder as the one tree that the command reads it as: `Folder` in `Folder`, and in it a `Document` for each file. Its nodes have no
 * places in the files, and links between notes are not resolved.
 */
export function folderTree(name: string, { trees }: Collection): Tree {
  const top = folder(name);
  const folders = new Map([["", top]]);
  for (const { name: path, tree } of trees) {
    const segments = path.split("/");
    let parent = top;
    for (let depth = 1; depth < segments.length; depth++) {
      const key = segments.slice(0, depth).join("/");
      const known = folders.get(key) ?? folder(segments[depth - 1]!);
      if (!folders.has(key)) parent.children.push(known);
      folders.set(key, known);
      parent = known;
    }
    parent.children.push(documentNode(path, tree));
  }
  return readTree(top);
}

const folder = (name: string): Node => ({ type: "Folder", attributes: { name }, children: [] });

/** A note is a document already; what other formats give is in one. */
function documentNode(path: string, { root }: Tree): unknown {
  const id = path.replace(/\.[^./]*$/, "");
  const attributes = { id, name: id.slice(id.lastIndexOf("/") + 1), path };
  if (formatOf(path) !== "markdown" || root === null)
    return { type: "Document", attributes, children: root === null ? [] : [root.toJSON()] };
  return { ...root.toJSON(), attributes: { ...attributes, ...root.attributes } };
}
