import { type Disposable, type FileSystemWatcher, RelativePattern, Uri, workspace } from "vscode";

/** As the protocol has it. */
interface FileChange {
  readonly uri: string;
  readonly type: 1 | 2 | 3;
}

/** Watches files outside of the workspace: the editor informs a language server only of what is within. */
interface OutsideFiles extends Disposable {
  watch(uri: string | null): void;
}

/** The oldest is given up: each is a watcher of a folder. */
const MOST = 50;

export function watchOutside(notify: (change: FileChange) => void): OutsideFiles {
  const watchers = new Map<string, FileSystemWatcher>();

  const watcherOf = (uri: Uri): FileSystemWatcher => {
    // A name may have signs that mean something in a pattern.
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(uri, ".."), "*"));
    const report = (type: FileChange["type"]) => (changed: Uri) => {
      if (changed.toString() === uri.toString()) notify({ uri: uri.toString(), type });
    };
    watcher.onDidCreate(report(1));
    watcher.onDidChange(report(2));
    watcher.onDidDelete(report(3));
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
