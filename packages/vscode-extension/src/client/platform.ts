import type { DebugHost, DebugSession } from "@semantic-xpath/dap";
import type { DataReading, Scorer } from "@semantic-xpath/runtime";
import type { ExtensionContext } from "vscode";
import type {
  BaseLanguageClient,
  LanguageClientOptions,
  ProgressType,
  WorkDoneProgressReport,
} from "vscode-languageclient";

/** Differences between a machine with Node and a browser. Nothing here is loaded before a language server is needed. */
export interface Platform {
  readonly hasNode: boolean;
  connect(context: ExtensionContext, options: LanguageClientOptions, settings: PlatformSettings): Promise<Connection>;
  /** A debug session, which is its own adapter. */
  createDebugSession(host: DebugHost): Promise<DebugSession>;
  /** Settings of the folder's configuration for reading a data file, with URIs; null: none. */
  dataReading(uri: string): Promise<DataReading | null>;
  /** Loads the functions that read and write notebooks, with the parser of Markdown. */
  notebookText(): Promise<NotebookText>;
  /** The scorer of a debug session; null: the default. Rejects with what is wrong. */
  openScorer(spec: string | null, uri: string, settings: PlatformSettings): Promise<Scorer>;
}

export type NotebookText = Pick<typeof import("@semantic-xpath/readers/notebook"), "notebookCells" | "writeNotebook">;

/** Settings that are read once, when the server starts. */
export interface PlatformSettings {
  /** Folder with `node_modules/onnxruntime-node`, empty: none. */
  readonly onnxRuntime: string;
  /** Folder of the models, empty: the usual one. */
  readonly modelsFolder: string;
}

export interface Connection {
  readonly client: BaseLanguageClient;
  /** The type of the progress of a run, which the protocol library compares by identity. */
  readonly workDone: ProgressType<WorkDoneProgressReport>;
}
