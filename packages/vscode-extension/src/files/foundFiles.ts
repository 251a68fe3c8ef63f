import { FileType, Uri, workspace } from "vscode";

const SKIPPED = new Set(["node_modules", "dist", "out", "build", "coverage", "target"]);
/** Folders that are looked into where the editor can't search. */
const MOST_FOLDERS = 500;

/** Files of the workspace whose names end like this. */
export async function foundFiles(endings: readonly string[], most: number): Promise<readonly Uri[]> {
  try {
    const glob = endings.length === 1 ? `**/*${endings[0]!}` : `**/*{${endings.join(",")}}`;
    return await workspace.findFiles(glob, "**/node_modules/**", most);
  } catch {
    return walked(endings, most);
  }
}

/** The same without the editor's search, which is not there in every installation. */
async function walked(endings: readonly string[], most: number): Promise<readonly Uri[]> {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const found: Uri[] = [];
  for (let i = 0; i < folders.length && i < MOST_FOLDERS && found.length < most; i++) {
    const folder = folders[i]!;
    for (const [name, type] of await entriesOf(folder)) {
      const isFolder = (type & FileType.Directory) !== 0;
      if (isFolder && !SKIPPED.has(name) && !name.startsWith(".")) folders.push(Uri.joinPath(folder, name));
      else if (!isFolder && endings.some((ending) => name.endsWith(ending))) found.push(Uri.joinPath(folder, name));
    }
  }
  return found;
}

async function entriesOf(folder: Uri): Promise<readonly [string, FileType][]> {
  try {
    return await workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}
