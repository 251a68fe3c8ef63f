import { type CompileResult, type ProgressCounts, REQUESTS } from "@semantic-xpath/lsp";
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
import { SCHEMA_NAME } from "../files/names.js";
import { platformSettings, serverSettings } from "../settings.js";
import { answerFileRequests } from "./files.js";
import { watchOutside } from "./outside.js";
import type { Connection, Platform } from "./platform.js";
import type { Answers, Request } from "./requests.js";

/** The language server, started when first needed. A lifetime of the extension. */
export interface Session extends Disposable {
  /** Starts the server if this is a document that it knows about. */
  need(document: TextDocument): void;
  request<M extends Request>(method: M, params: object | null): Promise<Answers[M]>;
  /** What a file declares, and its schema and data, which are watched from then on, wherever they are. */
  compile(uri: Uri): Promise<CompileResult>;
  /** As `request`, and reports how much has been done. */
  requestWithProgress<M extends Request>(method: M, params: object, watching: Watching): Promise<Answers[M]>;
  /** Informs the server that settings or choices are new; resolved when it knows them. */
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
/** What a script with queries has in it. */
const QUERY_MARK = /\bsxp\b|semantic-xpath/;
/** Milliseconds that a server may take to request new settings before a run goes on without them. */
const PATIENCE = 2000;

interface SessionOptions {
  readonly platform: Platform;
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly choices: Choices;
  /** Whether the numbers of a run are shown at a place already, so that an estimate would only repeat them. */
  readonly hasNumbers: (document: TextDocument, position: Position) => boolean;
}

export function createSession(session: SessionOptions): Session {
  const { platform, log } = session;
  const changed = new EventEmitter<void>();
  let configured: () => void = () => undefined;
  let starting: Promise<Connection> | undefined;
  let tokens = 0;

  const start = async (): Promise<Connection> => {
    const began = performance.now();
    const options = clientOptions(session, () => configured());
    const connection = await platform.connect(session.context, options, platformSettings());
    answerFileRequests(connection.client);
    await connection.client.start();
    log.info(`language server started in ${Math.round(performance.now() - began)} ms`);
    changed.fire();
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

  const request: Session["request"] = async (method, params) => (await connected()).client.sendRequest(method, params);

  return {
    need(document) {
      if (starting !== undefined || !isOurs(document)) return;
      connected().catch((error: unknown) => log.error(`the language server did not start: ${String(error)}`));
    },
    request,
    async compile(uri) {
      const compiled = await request(REQUESTS.compile, { uri: uri.toString() });
      for (const { uri: source } of [compiled.data, compiled.schema]) outside.watch(source);
      return compiled;
    },
    async requestWithProgress(method, params, { token, onProgress }) {
      const connection = await connected();
      const workDoneToken = `sxp-${++tokens}`;
      const progress = showProgress(connection, workDoneToken, onProgress);
      try {
        return await connection.client.sendRequest(method, { ...params, workDoneToken }, token);
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
      changed.fire();
    },
    async restart() {
      await stop();
      await connected();
    },
    get isStarted() {
      return starting !== undefined;
    },
    onChanged: changed.event,
    dispose() {
      changed.dispose();
      outside.dispose();
      void stop();
    },
  };
}

const showProgress = (
  { client, workDone }: Connection,
  token: string,
  onProgress: Watching["onProgress"],
): Disposable =>
  client.onProgress(workDone, token, ({ done, of }: Partial<ProgressCounts> & WorkDoneProgressReport) => {
    if (done !== undefined && of !== undefined) onProgress({ done, of });
  });

function clientOptions(
  { context, log, choices, hasNumbers }: SessionOptions,
  onConfigured: () => void,
): LanguageClientOptions {
  return {
    documentSelector: ["sxp", ...SCRIPTS, "json", "jsonc", "xml"].map((language) => ({ language })),
    outputChannel: log,
    initializationOptions: {
      ...serverSettings(choices),
      lensCommands: "client",
      documentation: Uri.joinPath(context.extensionUri, "dist/").toString(),
    },
    synchronize: { configurationSection: "sxp" },
    middleware: {
      async provideDiagnostics(document, previous, token, next) {
        const report = await next(document, previous, token);
        if (report?.kind !== "full" || !isSchema(document)) return report;
        return { ...report, items: report.items.filter(({ code }) => !SHAPE_CODES.has(codeOf(code))) };
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

/** Of a schema file's shape the editor knows by itself, from the JSON Schema that the manifest gives to such files. */
const SHAPE_CODES: ReadonlySet<unknown> = new Set(["SXP2101", "SXP2102", "SXP2103"]);
const codeOf = (code: Diagnostic["code"]): unknown => (typeof code === "object" ? code.value : code);
const isSchema = (document: TextDocument | Uri): boolean =>
  SCHEMA_NAME.test(("uri" in document ? document.uri : document).path);

/** Whether a document can have queries in it: scripts are looked into, so that those without any start nothing. */
function isOurs(document: TextDocument): boolean {
  const { languageId } = document;
  return languageId === "sxp" || (SCRIPTS.includes(languageId) && QUERY_MARK.test(document.getText()));
}

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
