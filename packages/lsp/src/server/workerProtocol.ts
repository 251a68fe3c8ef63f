/**
 * What the server uses of `vscode-languageserver`, for a worker whose bundle a page loads: the same names with the same meaning, in a
 * fiftieth of the size. A build puts this module in the place of that package (see the studio's), and a test runs both side by side.
 */

export const ErrorCodes = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
} as const;
export const LSPErrorCodes = { ContentModified: -32801, RequestCancelled: -32800, RequestFailed: -32803 } as const;
export const FileChangeType = { Created: 1, Changed: 2, Deleted: 3 } as const;
export const MessageType = { Error: 1, Warning: 2, Info: 3, Log: 4 } as const;

const method = <M extends string>(name: M) => ({ type: { method: name } as const });
export const DidChangeWatchedFilesNotification = method("workspace/didChangeWatchedFiles");
export const ShowMessageNotification = method("window/showMessage");
export const WorkDoneProgress = method("$/progress");

/** An answer that is an error: what a handler returns or throws. */
export class ResponseError<D> extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: D,
  ) {
    super(message);
  }

  toJson(): { code: number; message: string; data?: D } {
    const { code, message, data } = this;
    return { code, message, ...(data !== undefined && { data }) };
  }
}

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The scope of a worker, or a port. */
interface Scope {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

export class BrowserMessageReader {
  constructor(private readonly scope: Scope) {}

  listen(callback: (message: Message) => void): void {
    this.scope.onmessage = ({ data }) => callback(data as Message);
  }
}

export class BrowserMessageWriter {
  constructor(private readonly scope: Scope) {}

  async write(message: Message): Promise<void> {
    this.scope.postMessage(message);
  }
}

type Listener<T> = (value: T) => void;

class Emitter<T> {
  private readonly listeners = new Set<Listener<T>>();

  readonly event = (listener: Listener<T>): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}

/** Cancelled by `$/cancelRequest`. */
class Token {
  isCancellationRequested = false;
  private readonly emitter = new Emitter<undefined>();
  readonly onCancellationRequested = this.emitter.event;

  cancel(): void {
    this.isCancellationRequested = true;
    this.emitter.fire(undefined);
  }
}

interface Opened {
  readonly uri: string;
  readonly version: number;
}

interface DocumentFactory<D> {
  create(uri: string, languageId: string, version: number, text: string): D;
  update(document: D, changes: readonly unknown[], version: number): D;
}

/** The documents that the client has open, as it changes them. */
export class TextDocuments<D extends Opened> {
  private readonly open = new Map<string, D>();
  private readonly changed = new Emitter<{ readonly document: D }>();
  private readonly closed = new Emitter<{ readonly document: D }>();
  readonly onDidChangeContent = this.changed.event;
  readonly onDidClose = this.closed.event;

  constructor(private readonly factory: DocumentFactory<D>) {}

  get(uri: string): D | undefined {
    return this.open.get(uri);
  }

  all(): D[] {
    return [...this.open.values()];
  }

  listen({ onNotification }: Pick<WorkerConnection, "onNotification">): void {
    interface Of {
      readonly textDocument: { uri: string; languageId: string; version: number; text: string };
      readonly contentChanges: readonly unknown[];
    }
    const set = (document: D): void => {
      this.open.set(document.uri, document);
      this.changed.fire({ document });
    };
    onNotification("textDocument/didOpen", ({ textDocument: { uri, languageId, version, text } }: Of) =>
      set(this.factory.create(uri, languageId, version, text)),
    );
    onNotification("textDocument/didChange", ({ textDocument: { uri, version }, contentChanges }: Of) => {
      const document = this.open.get(uri);
      if (document !== undefined && contentChanges.length > 0)
        set(this.factory.update(document, contentChanges, version));
    });
    onNotification("textDocument/didClose", ({ textDocument: { uri } }: Of) => {
      const document = this.open.get(uri);
      if (document === undefined) return;
      this.open.delete(uri);
      this.closed.fire({ document });
    });
  }
}

type Handler = (params: never, token: Token) => unknown;
type WorkerConnection = ReturnType<typeof createConnection>;

/** Each message waits for its turn, so that one that cancels another is seen before that is done. */
const nextTurn = (next: () => void): unknown => setTimeout(next, 0);

/** One side of JSON-RPC 2.0: what it is asked, and what it asks. */
class Peer {
  private readonly requests = new Map<string, Handler>();
  private readonly notifications = new Map<string, Handler>();
  private readonly running = new Map<unknown, Token>();
  private readonly asked = new Map<unknown, { resolve(value: unknown): void; reject(reason: unknown): void }>();
  private lastId = 0;

  constructor(private readonly writer: BrowserMessageWriter) {}

  readonly onRequest = (name: string, handler: Handler): void => void this.requests.set(name, handler);
  readonly onNotification = (name: string, handler: Handler): void => void this.notifications.set(name, handler);
  readonly sendNotification = (type: string | { readonly method: string }, params?: unknown): Promise<void> =>
    this.send({ method: typeof type === "string" ? type : type.method, params });
  readonly sendRequest = (name: string, params?: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = this.lastId++;
      this.asked.set(id, { resolve, reject });
      void this.send({ id, method: name, params });
    });

  take(message: Message): void {
    if (message.method === undefined) this.settle(message);
    else if (message.id === undefined || message.id === null) this.notified(message);
    else void this.answer(message);
  }

  log(type: number, message: string): void {
    void this.sendNotification("window/logMessage", { type, message });
  }

  private send(message: Omit<Message, "jsonrpc">): Promise<void> {
    return this.writer.write({ jsonrpc: "2.0", ...message });
  }

  private async answer({ id = null, method: name = "", params }: Message): Promise<void> {
    const token = new Token();
    this.running.set(id, token);
    try {
      const handler = this.requests.get(name);
      if (handler === undefined) throw new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${name}`);
      // Without parameters the token is the only argument.
      const result = await (params === undefined
        ? (handler as (token: Token) => unknown)(token)
        : handler(params as never, token));
      if (result instanceof ResponseError) throw result;
      await this.send({ id, result: result ?? null });
    } catch (failure) {
      await this.send({ id, error: errorOf(name, failure) });
    } finally {
      this.running.delete(id);
    }
  }

  private notified({ method: name = "", params }: Message): void {
    if (name === "$/cancelRequest") {
      this.running.get((params as { id: unknown }).id)?.cancel();
      return;
    }
    try {
      this.notifications.get(name)?.(params as never, new Token());
    } catch (failure) {
      this.log(MessageType.Error, `Notification ${name} failed: ${wordsOf(failure)}`);
    }
  }

  private settle({ id, result, error }: Message): void {
    const waiting = this.asked.get(id);
    this.asked.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new ResponseError(error.code, error.message, error.data));
  }
}

const wordsOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

const errorOf = (name: string, failure: unknown): NonNullable<Message["error"]> =>
  failure instanceof ResponseError
    ? failure.toJson()
    : { code: ErrorCodes.InternalError, message: `Request ${name} failed with message: ${wordsOf(failure)}` };

/** A connection with the part of the Language Server Protocol that the server speaks. */
export function createConnection(reader: BrowserMessageReader, writer: BrowserMessageWriter) {
  const peer = new Peer(writer);
  const { onRequest, onNotification, sendRequest, sendNotification } = peer;
  onRequest("shutdown", () => null);
  return {
    onRequest,
    onNotification,
    sendRequest,
    sendNotification,
    ...featuresOf(peer),
    sendProgress: (type: { readonly method: string }, token: unknown, value: unknown) =>
      sendNotification(type, { token, value }),
    sendDiagnostics: (params: unknown) => sendNotification("textDocument/publishDiagnostics", params),
    listen: () => reader.listen((message) => nextTurn(() => peer.take(message))),
    client: {
      register: ({ method: name }: { readonly method: string }, registerOptions: unknown) =>
        sendRequest("client/registerCapability", { registrations: [{ id: name, method: name, registerOptions }] }),
    },
    window: {
      attachWorkDoneProgress(token: unknown) {
        const report = (value: unknown): void => void sendNotification("$/progress", { token, value });
        return {
          begin: (title: string, percentage?: number, message?: string, cancellable?: boolean) =>
            report({ kind: "begin", title, percentage, message, cancellable }),
          done: () => report({ kind: "end" }),
        };
      },
    },
    console: {
      error: (message: string) => peer.log(MessageType.Error, message),
      warn: (message: string) => peer.log(MessageType.Warning, message),
    },
  };
}

/** What the protocol has a name for. */
function featuresOf({ onRequest, onNotification, sendRequest }: Peer) {
  const feature = (name: string) => (handler: Handler) => onRequest(name, handler);
  const textDocument = (name: string) => feature(`textDocument/${name}`);
  const refresh = (name: string) => () => sendRequest(`workspace/${name}/refresh`);
  return {
    onInitialize: feature("initialize"),
    onInitialized: (handler: Handler) => onNotification("initialized", handler),
    onShutdown: feature("shutdown"),
    onDidChangeConfiguration: (handler: Handler) => onNotification("workspace/didChangeConfiguration", handler),
    onDidChangeWatchedFiles: (handler: Handler) => onNotification("workspace/didChangeWatchedFiles", handler),
    onExecuteCommand: feature("workspace/executeCommand"),
    onWorkspaceSymbol: feature("workspace/symbol"),
    onCompletion: textDocument("completion"),
    onCompletionResolve: feature("completionItem/resolve"),
    onHover: textDocument("hover"),
    onSignatureHelp: textDocument("signatureHelp"),
    onDocumentSymbol: textDocument("documentSymbol"),
    onCodeAction: textDocument("codeAction"),
    onCodeLens: textDocument("codeLens"),
    onDocumentLinks: textDocument("documentLink"),
    onDocumentFormatting: textDocument("formatting"),
    onDocumentRangeFormatting: textDocument("rangeFormatting"),
    onDocumentOnTypeFormatting: textDocument("onTypeFormatting"),
    onFoldingRanges: textDocument("foldingRange"),
    onSelectionRanges: textDocument("selectionRange"),
    onDefinition: textDocument("definition"),
    onReferences: textDocument("references"),
    onDocumentHighlight: textDocument("documentHighlight"),
    onPrepareRename: textDocument("prepareRename"),
    onRenameRequest: textDocument("rename"),
    languages: {
      onLinkedEditingRange: textDocument("linkedEditingRange"),
      inlayHint: { on: textDocument("inlayHint"), refresh: refresh("inlayHint") },
      diagnostics: {
        on: textDocument("diagnostic"),
        onWorkspace: feature("workspace/diagnostic"),
        refresh: refresh("diagnostic"),
      },
      semanticTokens: {
        on: textDocument("semanticTokens/full"),
        onDelta: textDocument("semanticTokens/full/delta"),
        onRange: textDocument("semanticTokens/range"),
      },
    },
    workspace: {
      getConfiguration: async (section: string) =>
        ((await sendRequest("workspace/configuration", { items: [{ section }] })) as readonly unknown[])[0],
      onDidChangeWorkspaceFolders: (handler: Listener<unknown>) =>
        onNotification("workspace/didChangeWorkspaceFolders", ({ event }: { event: unknown }) => handler(event)),
    },
  };
}
