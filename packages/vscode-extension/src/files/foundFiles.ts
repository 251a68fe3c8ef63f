import { FileType, RelativePattern, Uri, workspace } from "vscode";

const SKIPPED = ["node_modules", "dist", "out", "build", "coverage", "target"];
/** Folders that are looked into if the editor can't search. */
const MAX_FOLDERS = 500;
/** Files that VS Code searches by itself. For others it waits for a search provider, for ever if there is none. */
const SEARCHED = new Set(["file", "vscode-remote"]);

/** Files of the workspace, or of the given folders, whose names end like this: by folder, and in it by path, since a search finds them in any order. */
export async function foundFiles(
  endings: readonly string[],
  most: number,
  folders: readonly Uri[] = (workspace.workspaceFolders ?? []).map(({ uri }) => uri),
): Promise<readonly Uri[]> {
  const filesByFolder = await Promise.all(folders.map((folder) => inFolder(folder, endings, most)));
  return filesByFolder.flatMap((files) => files.toSorted(byPath)).slice(0, most);
}

const byPath = (one: Uri, other: Uri): number => (one.path < other.path ? -1 : Number(one.path > other.path));

async function inFolder(folder: Uri, endings: readonly string[], most: number): Promise<readonly Uri[]> {
  if (!SEARCHED.has(folder.scheme)) return walked(folder, endings, most);
  const glob = endings.length === 1 ? `**/*${endings[0]!}` : `**/*{${endings.join(",")}}`;
  try {
    const pattern = new RelativePattern(folder, glob);
    return await workspace.findFiles(pattern, `**/{${SKIPPED.join(",")}}/**`, most);
  } catch {
    // The search is a program of its own, which is not there in every installation.
    return walked(folder, endings, most);
  }
}

/** Files found without the editor's search: all folders of a depth at once, since each may be a request to a server. */
async function walked(root: Uri, endings: readonly string[], most: number): Promise<readonly Uri[]> {
  const files: Uri[] = [];
  let level = [root];
  for (let seen = 0; level.length > 0 && seen < MAX_FOLDERS && files.length < most; seen += level.length) {
    const below: Uri[] = [];
    const entries = await Promise.all(level.slice(0, MAX_FOLDERS - seen).map(entriesOf));
    for (const { uri, isFolder, name } of entries.flat()) {
      if (isFolder && !SKIPPED.includes(name) && !name.startsWith(".")) below.push(uri);
      else if (!isFolder && endings.some((ending) => name.endsWith(ending))) files.push(uri);
    }
    level = below;
  }
  return files;
}

interface Entry {
  readonly uri: Uri;
  readonly name: string;
  readonly isFolder: boolean;
}

/** Content of a folder; empty if it can't be read. */
export async function entriesOf(folder: Uri): Promise<readonly Entry[]> {
  const entries = await workspace.fs.readDirectory(folder).then(undefined, () => []);
  return entries.map(([name, type]) => ({
    uri: Uri.joinPath(folder, name),
    name,
    isFolder: (type & FileType.Directory) !== 0,
  }));
}
