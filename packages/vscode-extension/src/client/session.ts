import { type CompileResult, type ProgressCounts, REQUESTS } from "@semantic-xpath/lsp";
import { FORMATS } from "@semantic-xpath/readers/formats";
import {
  type CancellationToken,
  type Diagnostic,
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  type LogOutputChannel,
  type Position,
  type TextDocument,
  Uri,
} from "vscode";
import type { LanguageClientOptions, WorkDoneProgressReport } from "vscode-languageclient";
import type { Choices } from "../choices.js";
import { SCHEMA_NAME, SUITE_NAME } from "../files/names.js";
import { answerFileRequests } from "./files.js";
import { watchOutside } from "./outside.js";
import type { Connection, Platform } from "./platform.js";
import type { Answers, Request } from "./requests.js";
import { platformSettings, serverSettings } from "./settings.js";

/** The language server, started when first needed. A lifetime of the extension. */
export interface Session extends Disposable {
  /** Starts the server for a document that it supports. */
  need(document: TextDocument): void;
  request<M extends Request>(method: M, params: object | null): Promise<Answers[M]>;
  /** Declarations of a file, with its schema and data, which are watched from then on, wherever they are. */
  compile(uri: Uri): Promise<CompileResult>;
  /** As `request`, and reports how much has been done. */
  requestWithProgress<M extends Request>(method: M, params: object, watching: Watching): Promise<Answers[M]>;
  /** Informs the server of new settings or choices; resolved when it has them. */
  reconfigure(): Promise<void>;
  restart(): Promise<void>;
  readonly isStarted: boolean;
  /** After each start, and when the server knows other settings or choices. */
  readonly onChanged: (listener: () => void) => Disposable;
}

export interface Watching {
  readonly token: CancellationToken;
  readonly onProgress: (counts: ProgressCounts) => void;
}

const SCRIPTS = ["typescript", "typescriptreact", "javascript", "javascriptreact"];
/** Marks of a script with queries. */
const QUERY_MARK = /\bsxp\b|semantic-xpath/;
/** Milliseconds that a server may take to request new settings before a run goes on without them. */
const PATIENCE = 2000;

interface SessionOptions {
  readonly platform: Platform;
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly choices: Choices;
  /** True if the numbers of a run are shown at a place already, so that an estimate would only repeat them. */
  readonly hasNumbers: (document: TextDocument, position: Position) => boolean;
}

export function createSession(session: SessionOptions): Session {
  const { log } = session;
  const changed = new EventEmitter<void>();
  let configured: () => void = () => undefined;
  const server = serverOf(
    session,
    () => configured(),
    () => changed.fire(),
  );
  const outside = watchOutside((change) => {
    void server
      .now()
      ?.then(({ client }) => client.sendNotification("workspace/didChangeWatchedFiles", { changes: [change] }));
  });
  const request: Session["request"] = async (method, params) =>
    (await server.connected()).client.sendRequest(method, params);

  return {
    need(document) {
      if (this.isStarted || !isOurs(document)) return;
      server.connected().catch((error: unknown) => log.error(`the language server did not start: ${String(error)}`));
    },
    request,
    async compile(uri) {
      const compiled = await request(REQUESTS.compile, { uri: uri.toString() });
      for (const { uri: source } of [compiled.data, compiled.schema]) outside.watch(source);
      return compiled;
    },
    requestWithProgress: async (...request) => sendWithProgress(await server.connected(), ...request),
    async reconfigure() {
      if (!this.isStarted) return;
      const { client } = await server.connected();
      const configuration = new Promise<void>((resolve) => {
        configured = resolve;
      });
      await client.sendNotification("workspace/didChangeConfiguration", { settings: null });
      await Promise.race([configuration, later(PATIENCE)]);
      // The answer goes out before anything that is sent from here on.
      await later(0);
      changed.fire();
    },
    async restart() {
      await server.stop();
      await server.connected();
    },
    get isStarted() {
      return server.now() !== undefined;
    },
    onChanged: changed.event,
    dispose() {
      changed.dispose();
      outside.dispose();
      void server.stop();
    },
  };
}

/** Starts when it is first needed, and again after it failed or was stopped. */
function serverOf(session: SessionOptions, onConfigured: () => void, onStart: () => void) {
  let starting: Promise<Connection> | undefined;
  const start = async (): Promise<Connection> => {
    const began = performance.now();
    const connection = await session.platform.connect(
      session.context,
      clientOptions(session, onConfigured),
      platformSettings(),
    );
    answerFileRequests(connection.client);
    await connection.client.start();
    session.log.info(`language server started in ${Math.round(performance.now() - began)} ms`);
    onStart();
    return connection;
  };
  return {
    now: () => starting,
    connected(): Promise<Connection> {
      starting ??= start().catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      return starting;
    },
    async stop(): Promise<void> {
      const connection = starting;
      starting = undefined;
      await (await connection?.catch(() => undefined))?.client.dispose();
    },
  };
}

let tokens = 0;

async function sendWithProgress<M extends Request>(
  { client, workDone }: Connection,
  method: M,
  params: object,
  { token, onProgress }: Watching,
): Promise<Answers[M]> {
  const workDoneToken = `sxp-${++tokens}`;
  type Report = Partial<ProgressCounts> & WorkDoneProgressReport;
  const progress = client.onProgress(workDone, workDoneToken, ({ done, of }: Report) => {
    if (done !== undefined && of !== undefined) onProgress({ done, of });
  });
  try {
    return await client.sendRequest(method, { ...params, workDoneToken }, token);
  } finally {
    progress.dispose();
  }
}

function clientOptions(
  { context, log, choices, hasNumbers }: SessionOptions,
  onConfigured: () => void,
): LanguageClientOptions {
  return {
    documentSelector: ["sxp", ...SCRIPTS, ...DATA_LANGUAGES].map((language) => ({ language })),
    outputChannel: log,
    initializationOptions: {
      ...serverSettings(choices),
      lensCommands: "client",
      suiteCompletion: "client",
      documentation: Uri.joinPath(context.extensionUri, "dist/").toString(),
    },
    synchronize: { configurationSection: "sxp" },
    middleware: {
      handleDiagnostics(uri, found, next) {
        const ownCodes = SCHEMA_NAME.test(uri.path) ? SHAPE_CODES : SUITE_NAME.test(uri.path) ? JSON_CODES : NONE;
        next(
          uri,
          found.filter(({ code }) => !ownCodes.has(codeOf(code))),
        );
      },
      async provideInlayHints(document, range, token, next) {
        const hints = await next(document, range, token);
        return hints?.filter(({ position }) => !hasNumbers(document, position));
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

/** Codes of a schema file's shape, which the editor checks itself by the JSON Schema in the manifest. */
const SHAPE_CODES: ReadonlySet<unknown> = new Set(["SXP2101", "SXP2102", "SXP2103"]);
/** Codes of invalid JSON, which the editor reports itself. */
const JSON_CODES: ReadonlySet<unknown> = new Set(["SXP5201"]);
const NONE: ReadonlySet<unknown> = new Set();
const codeOf = (code: Diagnostic["code"]): unknown => (typeof code === "object" ? code.value : code);

/** True if a document is a suite or can have queries in it: scripts are searched, so that those without any start nothing. */
function isOurs(document: TextDocument): boolean {
  const { languageId, uri } = document;
  if (languageId === "sxp" || SUITE_NAME.test(uri.path)) return true;
  return SCRIPTS.includes(languageId) && QUERY_MARK.test(document.getText());
}

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The languages of data: as they are in the editor, queries see them. */
const DATA_LANGUAGES = Object.values(FORMATS).flatMap(({ languages }) => languages);
