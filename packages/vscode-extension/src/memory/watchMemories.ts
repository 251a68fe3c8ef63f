import { type Disposable, type FileSystemWatcher, Uri, workspace } from "vscode";

/** The file in the folder of a memory. */
export const MEMORY_FILE = "memory.db";

/** Milliseconds without another event after which files are looked at. */
const REST = 300;

/** Watches memories from the time on when they are first listed. */
interface MemoryWatch extends Disposable {
  /** The memories that are listed now. */
  of(files: readonly Uri[]): Promise<void>;
}

/** Reports that a memory was written, made or removed. Who reads a memory touches files beside it, too, which is not reported. */
export function watchMemories(report: () => void): MemoryWatch {
  const states = new Map<string, string>();
  let resting: NodeJS.Timeout | undefined;
  let watcher: FileSystemWatcher | undefined;
  const touched = new Set<string>();
  const look = async (): Promise<void> => {
    const files = [...touched];
    touched.clear();
    let isNew = false;
    for (const file of files) {
      const state = await stateOf(Uri.parse(file));
      isNew ||= state !== (states.get(file) ?? "");
      states.set(file, state);
    }
    if (isNew) report();
  };
  const touch = (uri: Uri): void => {
    touched.add(Uri.joinPath(uri, "..", MEMORY_FILE).toString());
    clearTimeout(resting);
    resting = setTimeout(() => void look(), REST);
  };
  return {
    async of(files) {
      if (watcher === undefined) {
        watcher = workspace.createFileSystemWatcher(`**/${MEMORY_FILE}*`);
        for (const on of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) on(touch);
      }
      for (const file of files) states.set(file.toString(), await stateOf(file));
    },
    dispose() {
      clearTimeout(resting);
      watcher?.dispose();
    },
  };
}

/** Sizes and times of the file and its log, which change with each write; empty without a file. */
async function stateOf(file: Uri): Promise<string> {
  const [own, log] = await Promise.all([file, file.with({ path: `${file.path}-wal` })].map(sizeAndTime));
  return own === null ? "" : [own, log].join(" ");
}

const sizeAndTime = (uri: Uri): Promise<string | null> =>
  Promise.resolve(workspace.fs.stat(uri)).then(
    ({ size, mtime }) => (size === 0 ? null : `${size} ${mtime}`),
    () => null,
  );
