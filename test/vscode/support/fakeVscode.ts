import { memento } from "./memento.js";

type Any = (...given: unknown[]) => unknown;

/** What a script registered with the editor. */
export interface Registered {
  readonly commands: ReadonlyMap<string, Any>;
  readonly others: readonly string[];
  readonly log: readonly string[];
}

/**
 * As much of the editor as activation touches. Whatever is registered is noted; a call that is not expected during activation, such
 * as one that reads a file or starts a process, is an error.
 */
export function fakeVscode() {
  const commands = new Map<string, Any>();
  const others: string[] = [];
  const log: string[] = [];
  const disposable = { dispose: () => undefined };
  const noted = (name: string) => () => {
    others.push(name);
    return disposable;
  };
  const event = () => disposable;
  class EventEmitter {
    event = event;
    fire = () => undefined;
    dispose = () => undefined;
  }
  const uri = (path: string) => ({ scheme: "file", path, fsPath: path, toString: () => `file://${path}` });

  const api = {
    EventEmitter,
    CancellationTokenSource: class {},
    ThemeColor: class {},
    OverviewRulerLane: { Right: 4 },
    StatusBarAlignment: { Right: 2 },
    Uri: {
      joinPath: (base: { path: string }, ...parts: string[]) => uri([base.path, ...parts].join("/")),
      parse: uri,
      file: uri,
    },
    ViewColumn: { Beside: -2, One: 1 },
    LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
    DebugConfigurationProviderTriggerKind: { Initial: 1, Dynamic: 2 },
    commands: {
      registerCommand: (id: string, handler: Any) => {
        if (commands.has(id)) throw new Error(`${id} is registered twice`);
        commands.set(id, handler);
        return disposable;
      },
      executeCommand: async () => undefined,
    },
    window: {
      createOutputChannel: () => ({
        info: (line: string) => log.push(line),
        error: (line: string) => log.push(line),
        ...disposable,
      }),
      onDidChangeVisibleTextEditors: event,
      onDidChangeActiveTextEditor: event,
      onDidChangeTextEditorSelection: event,
      createStatusBarItem: () => ({ ...disposable }),
      createTextEditorDecorationType: () => disposable,
      registerTreeDataProvider: (id: string) => {
        others.push(id);
        return disposable;
      },
      registerWebviewPanelSerializer: noted("webviewPanelSerializer"),
      activeTextEditor: undefined,
      visibleTextEditors: [],
    },
    workspace: {
      isTrusted: true,
      textDocuments: [],
      workspaceFolders: [],
      onDidOpenTextDocument: event,
      onDidChangeTextDocument: event,
      onDidChangeConfiguration: event,
      onDidGrantWorkspaceTrust: event,
      onDidChangeWorkspaceFolders: event,
      onDidCloseTextDocument: event,
      onDidSaveTextDocument: event,
      onDidRenameFiles: event,
      registerTextDocumentContentProvider: noted("textDocumentContentProvider"),
      registerNotebookSerializer: noted("notebookSerializer"),
      getConfiguration: () => ({ get: () => undefined }),
    },
    languages: {
      createLanguageStatusItem: (id: string) => {
        others.push(id);
        return { ...disposable };
      },
      registerInlayHintsProvider: noted("inlayHintsProvider"),
      registerInlineValuesProvider: noted("inlineValuesProvider"),
      registerEvaluatableExpressionProvider: noted("evaluatableExpressionProvider"),
    },
    TestRunProfileKind: { Run: 1 },
    tests: {
      createTestController: (id: string) => {
        others.push(id);
        return { ...disposable, createRunProfile: () => undefined };
      },
    },
    notebooks: {
      createNotebookController: (id: string) => {
        others.push(id);
        return { ...disposable };
      },
      createRendererMessaging: () => ({ onDidReceiveMessage: event }),
    },
    debug: {
      registerDebugAdapterDescriptorFactory: noted("debugAdapterDescriptorFactory"),
      registerDebugConfigurationProvider: noted("debugConfigurationProvider"),
      onDidStartDebugSession: event,
      onDidReceiveDebugSessionCustomEvent: event,
      onDidTerminateDebugSession: event,
      onDidChangeActiveDebugSession: event,
      activeDebugSession: undefined,
    },
  };
  const context = {
    subscriptions: [] as { dispose(): unknown }[],
    extensionUri: uri("/extension"),
    globalStorageUri: uri("/storage"),
    workspaceState: memento(),
  };
  return { api, context, registered: { commands, others, log } satisfies Registered };
}
