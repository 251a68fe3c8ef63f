import { type Disposable, type FileSystemWatcher, RelativePattern, Uri, workspace } from "vscode";

/** As the protocol has it. */
interface FileChange {
  readonly uri: string;
  readonly type: 1 | 2 | 3;
}

/** Watches files that lie outside of the workspace: the editor tells a language server only of what lies within. */
interface OutsideFiles extends Disposable {
  watch(uri: string | null): void;
}

/** The oldest is given up: each is a watcher of a folder. */
const MOST = 50;

export function watchOutside(tell: (change: FileChange) => void): OutsideFiles {
  const watchers = new Map<string, FileSystemWatcher>();

  const watcherOf = (uri: Uri): FileSystemWatcher => {
    // A name may have signs that mean something in a pattern.
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(uri, ".."), "*"));
    const told = (type: FileChange["type"]) => (changed: Uri) => {
      if (changed.toString() === uri.toString()) tell({ uri: uri.toString(), type });
    };
    watcher.onDidCreate(told(1));
    watcher.onDidChange(told(2));
    watcher.onDidDelete(told(3));
    return watcher;
  };

  return {
    watch(text) {
      if (text === null || watchers.has(text)) return;
      const uri = Uri.parse(text);
      if (uri.scheme === "untitled" || workspace.getWorkspaceFolder(uri) !== undefined) return;
      watchers.set(text, watcherOf(uri));
      const [oldest] = watchers;
      if (watchers.size <= MOST || oldest === undefined) return;
      oldest[1].dispose();
      watchers.delete(oldest[0]);
    },
    dispose() {
      for (const watcher of watchers.values()) watcher.dispose();
      watchers.clear();
    },
  };
}
