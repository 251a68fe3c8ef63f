import { type ChildProcess, spawn } from "node:child_process";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type {
  InitializeParams,
  Position,
  PublishDiagnosticsParams,
  Registration,
  RegistrationParams,
} from "vscode-languageserver";

/** A client over stdio, with the diagnostics that the server sent. */
export interface Client {
  readonly connection: MessageConnection;
  readonly process: ChildProcess;
  readonly published: PublishDiagnosticsParams[];
  /** What the server has registered for. */
  readonly registered: Registration[];
  open(uri: string, text: string, languageId?: string): void;
  /** Replaces a range, with the next version. */
  change(uri: string, version: number, range: { start: Position; end: Position }, text: string): void;
  /** The next diagnostics of a file that satisfy the condition. */
  diagnostics(uri: string, wanted: (params: PublishDiagnosticsParams) => boolean): Promise<PublishDiagnosticsParams>;
  close(): Promise<void>;
}

export async function startClient(server: string, options: Partial<InitializeParams> = {}): Promise<Client> {
  const child = spawn(process.execPath, [server, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout!),
    new StreamMessageWriter(child.stdin!),
  );
  const published: PublishDiagnosticsParams[] = [];
  const registered: Registration[] = [];
  const waiting = new Set<(params: PublishDiagnosticsParams) => void>();
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    published.push(params);
    for (const tell of waiting) tell(params);
  });
  connection.onRequest("workspace/inlayHint/refresh", () => null);
  connection.onRequest("client/registerCapability", ({ registrations }: RegistrationParams) => {
    registered.push(...registrations);
    return null;
  });
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      textDocument: {
        completion: { completionItem: { insertReplaceSupport: true, snippetSupport: true } },
        definition: { linkSupport: true },
      },
      workspace: { inlayHint: { refreshSupport: true } },
    },
    ...options,
  });
  void connection.sendNotification("initialized", {});
  return {
    connection,
    process: child,
    published,
    registered,
    open: (uri, text, languageId = "sxp") =>
      void connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } }),
    change: (uri, version, range, text) =>
      void connection.sendNotification("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ range, text }],
      }),
    diagnostics: (uri, wanted) =>
      new Promise((resolve) => {
        const tell = (params: PublishDiagnosticsParams): void => {
          if (params.uri !== uri || !wanted(params)) return;
          waiting.delete(tell);
          resolve(params);
        };
        waiting.add(tell);
      }),
    close: async () => {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      connection.dispose();
    },
  };
}
