import { documentIds, folderTree, formatOf } from "@semantic-xpath/readers";
import { type Collection, ReadError, type Tree } from "@semantic-xpath/runtime";

/** The one tree of a folder, or why there is none. */
export interface FolderRead {
  readonly tree: Tree | null;
  readonly problem: string | null;
}

/** The files of a folder as the one tree that the command reads it as; their names are paths from the folder on. */
export function readFolderTree(name: string, { trees }: Collection): FolderRead {
  const files = trees.filter(({ tree }) => tree.size > 0);
  const ids = documentIds(files.map(({ name }) => name));
  const documents = files.map(({ name, tree }, i) => ({
    path: name,
    name,
    id: ids[i]!,
    format: formatOf(name)!,
    tree,
  }));
  try {
    return { tree: folderTree(name, documents), problem: null };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { tree: null, problem: error.message };
  }
}
