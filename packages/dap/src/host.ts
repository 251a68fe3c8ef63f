import type { Budget, NamedTree, ReadLimits, Scorer } from "@semantic-xpath/runtime";

/** The world as a debug session sees it. */
export interface DebugHost {
  /**
   * The text of a file, by a path or URI as the launch configuration, an import or a breakpoint has it. A host that has editors gives
   * what is in them. Rejects if the file can't be read; the error's message is shown.
   */
  readText(path: string): Promise<string>;
  /**
   * The trees of a pattern or a folder that a launch configuration or an import names; null: the path is one file, which `readText` reads. Absent:
   * data are single files here. Rejects if nothing can be read; the error's message is shown.
   */
  openTrees?(path: string): Promise<readonly NamedTree[] | null>;
  /** A path that a launch configuration or an import names, seen from a file (null: from where the host is). Default: `joinPath`. */
  resolvePath?(path: string, from: string | null): string;
  /** The scorer with this name; null: the host's default. Rejects if there is none; the error's message is shown. */
  openScorer(name: string | null): Promise<Scorer>;
  readonly limits?: Partial<ReadLimits & Budget>;
}
