import { type CompileResult, REQUESTS } from "@semantic-xpath/lsp";
import {
  type CancellationToken,
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  type FileSystemWatcher,
  type LogOutputChannel,
  type Position,
  type TextDocument,
  Uri,
  workspace,
} from "vscode";
import type { LanguageClientOptions } from "vscode-languageclient";
import type { Choices } from "../choices.js";
import { platformSettings, serverSettings } from "../settings.js";
import { answerFileRequests } from "./files.js";
import { watchOutside } from "./outside.js";
import type { Connection, Platform } from "./platform.js";

/** The language server, started when first needed. A lifetime of the extension. */
export interface Session extends Disposable {
  /** Starts the server if this is a document that it knows about. */
  need(document: TextDocument): void;
  request<T>(method: string, params: unknown, token?: CancellationToken): Promise<T>;
  /** What a file declares and what it is understood by. What it is understood by is watched from then on, wherever it lies. */
  compile(uri: Uri): Promise<CompileResult>;
  /** As `request`, and tells how many pairs of text and condition have been scored. */
  requestWithProgress<T>(method: string, params: object, watching: Watching): Promise<T>;
  /** Tells the server that settings or choices are new; resolved when it knows them. */
  reconfigure(): Promise<void>;
  restart(): Promise<void>;
  readonly isStarted: boolean;
  /** After each start: runs of the server before are gone. */
  readonly onStarted: (listener: () => void) => Disposable;
}

export interface Watching {
  readonly token: CancellationToken;
  readonly onProgress: (done: number, of: number) => void;
}

const SCRIPTS = ["typescript", "typescriptreact", "javascript", "javascriptreact"];
/** What a script with queries has in it. */
const QUERY_MARK = /\bsxp\b|semantic-xpath/;
const WATCHED = "**/*.{sxp,json,xml,ts,tsx,mts,cts,js,jsx,mjs,cjs}";
/** How long a server may take to ask for new settings before a run goes on without them. */
const PATIENCE = 2000;

/** Whether the numbers of a run stand at a place already, so that an estimate would only say it again. */
export type IsTold = (document: TextDocument, position: Position) => boolean;

export function createSession(
  platform: Platform,
  context: ExtensionContext,
  log: LogOutputChannel,
  choices: Choices,
  isTold: IsTold,
): Session {
  const started = new EventEmitter<void>();
  let configured: () => void = () => undefined;
  let starting: Promise<Connection> | undefined;
  let tokens = 0;
  let watcher: FileSystemWatcher | undefined;

  const start = async (): Promise<Connection> => {
    const began = performance.now();
    watcher ??= workspace.createFileSystemWatcher(WATCHED);
    const options = clientOptions(context, log, choices, watcher, isTold, () => configured());
    const connection = await platform.connect(context, options, platformSettings());
    answerFileRequests(connection.client);
    await connection.client.start();
    log.info(`language server started in ${Math.round(performance.now() - began)} ms`);
    started.fire();
    return connection;
  };
  const connected = (): Promise<Connection> => {
    starting ??= start().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };
  const outside = watchOutside((change) => {
    void starting?.then(({ client }) =>
      client.sendNotification("workspace/didChangeWatchedFiles", { changes: [change] }),
    );
  });
  const stop = async (): Promise<void> => {
    const connection = starting;
    starting = undefined;
    await (await connection?.catch(() => undefined))?.client.dispose();
  };

  return {
    need(document) {
      if (starting !== undefined || !isOurs(document)) return;
      connected().catch((error: unknown) => log.error(`the language server did not start: ${String(error)}`));
    },
    async request<T>(method: string, params: unknown, token?: CancellationToken): Promise<T> {
      const { client } = await connected();
      return token === undefined ? client.sendRequest<T>(method, params) : client.sendRequest<T>(method, params, token);
    },
    async compile(uri) {
      const { client } = await connected();
      const compiled = await client.sendRequest<CompileResult>(REQUESTS.compile, { uri: uri.toString() });
      for (const { uri: source } of [compiled.data, compiled.schema]) outside.watch(source);
      return compiled;
    },
    async requestWithProgress<T>(method: string, params: object, { token, onProgress }: Watching): Promise<T> {
      const { client, workDone } = await connected();
      const workDoneToken = `sxp-${++tokens}`;
      const progress = client.onProgress(workDone, workDoneToken, ({ message }) => {
        const [, done, of] = /^(\d+) of (?:at most )?(\d+)$/.exec(message ?? "") ?? [];
        if (done !== undefined) onProgress(Number(done), Number(of));
      });
      try {
        return await client.sendRequest<T>(method, { ...params, workDoneToken }, token);
      } finally {
        progress.dispose();
      }
    },
    async reconfigure() {
      if (starting === undefined) return;
      const { client } = await connected();
      const asked = new Promise<void>((resolve) => {
        configured = resolve;
      });
      await client.sendNotification("workspace/didChangeConfiguration", { settings: null });
      await Promise.race([asked, later(PATIENCE)]);
      // The answer goes out before anything that is sent from here on.
      await later(0);
    },
    async restart() {
      await stop();
      await connected();
    },
    get isStarted() {
      return starting !== undefined;
    },
    onStarted: started.event,
    dispose() {
      started.dispose();
      watcher?.dispose();
      outside.dispose();
      void stop();
    },
  };
}

function clientOptions(
  context: ExtensionContext,
  log: LogOutputChannel,
  choices: Choices,
  fileEvents: FileSystemWatcher,
  isTold: IsTold,
  onConfigured: () => void,
): LanguageClientOptions {
  return {
    documentSelector: ["sxp", ...SCRIPTS, "json", "jsonc", "xml"].map((language) => ({ language })),
    outputChannel: log,
    initializationOptions: {
      ...serverSettings(choices),
      documentation: Uri.joinPath(context.extensionUri, "dist/").toString(),
    },
    synchronize: { configurationSection: "sxp", fileEvents },
    middleware: {
      async provideInlayHints(document, range, token, next) {
        const hints = await next(document, range, token);
        return hints?.filter(({ position }) => !isTold(document, position));
      },
      workspace: {
        async configuration({ items }, token, next) {
          const answers = await next({ items }, token);
          if (!Array.isArray(answers)) return answers;
          onConfigured();
          return answers.map((answer: unknown, index) =>
            items[index]?.section === "sxp" ? serverSettings(choices) : answer,
          );
        },
      },
    },
  };
}

/** Whether a document can have queries in it: scripts are looked into, so that those without any start nothing. */
function isOurs(document: TextDocument): boolean {
  const { languageId } = document;
  return languageId === "sxp" || (SCRIPTS.includes(languageId) && QUERY_MARK.test(document.getText()));
}

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
