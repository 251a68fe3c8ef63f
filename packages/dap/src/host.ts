import type { Budget, DataReading, NamedTree, ReadLimits, Scorer } from "@semantic-xpath/runtime";

/** The world as a debug session sees it. */
export interface DebugHost {
  /**
   * The text of a file, by a path or URI as the launch configuration, an import or a breakpoint has it. A host that has editors gives
   * what is in them. Rejects if the file can't be read; the error's message is shown.
   */
  readText(path: string): Promise<string>;
  /**
   * The trees of a pattern or a folder that a launch configuration or an import names; null: the path is one file, which `readText` reads. Absent:
   * data are single files here. `mapping` is the one that the launch configuration names, for all of them; null: each is read as
   * configured. Rejects if nothing can be read; the error's message is shown.
   */
  openTrees?(path: string, mapping: string | null): Promise<readonly NamedTree[] | null>;
  /**
   * Settings of the folder's configuration for reading a data file, with paths as `readText` takes them; null without any. For a pattern or a folder
   * only the schema counts. Absent: nothing is configured.
   */
  dataReading?(path: string): Promise<DataReading | null>;
  /** A path that a launch configuration or an import names, seen from a file (null: from where the host is). Default: `joinPath`. */
  resolvePath?(path: string, from: string | null): string;
  /** The scorer with this name; null: the host's default. Rejects if there is none; the error's message is shown. */
  openScorer(name: string | null): Promise<Scorer>;
  readonly limits?: Partial<ReadLimits & Budget>;
}
