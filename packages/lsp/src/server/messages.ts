import { ErrorCodes, type Message, type MessageReader, type MessageWriter } from "vscode-languageserver";

/** A reader that lets through what can be understood. A request that can't is answered with an error at once, and none is left open. */
export function onlyMessages(reader: MessageReader, writer: MessageWriter): MessageReader {
  const listen = reader.listen.bind(reader);
  reader.listen = (callback) =>
    listen((message) => {
      const problem = problemOf(message);
      const { id, method } = Object(message) as Partial<Request>;
      if (problem === null) callback(message);
      else if (id !== undefined || typeof method !== "string") {
        const answer = { jsonrpc: "2.0", id: isId(id) ? id : null, error: problem };
        void writer.write(answer as Message).catch(() => undefined);
      }
    });
  return reader;
}

interface Request {
  readonly id: unknown;
  readonly method: unknown;
  readonly params: unknown;
}

const isId = (id: unknown): boolean => typeof id === "string" || typeof id === "number";

/** Parameters that methods need, with their types. */
const NEEDS: readonly (readonly [
  methods: RegExp,
  type: "number" | "object" | "string",
  ...paths: readonly string[],
])[] = [
  [/^textDocument\//, "string", "textDocument.uri"],
  [
    /^textDocument\/(?:completion|hover|signatureHelp|definition|references|documentHighlight|prepareRename|rename|linkedEditingRange|onTypeFormatting)$/,
    "number",
    "position.line",
    "position.character",
  ],
  [
    /^textDocument\/(?:codeAction|rangeFormatting|inlayHint|semanticTokens\/range)$/,
    "number",
    "range.start.line",
    "range.end.line",
  ],
  [/^textDocument\/(?:codeAction|references)$/, "object", "context"],
  [/^textDocument\/(?:rangeF|f|onTypeF)ormatting$/, "object", "options"],
  [/^textDocument\/selectionRange$/, "object", "positions"],
  [/^textDocument\/rename$/, "string", "newName"],
  [/^textDocument\/semanticTokens\/full\/delta$/, "string", "previousResultId"],
  [/^workspace\/executeCommand$/, "string", "command"],
  [/^workspace\/symbol$/, "string", "query"],
  [/^workspace\/diagnostic$/, "object", "previousResultIds"],
  [/^completionItem\/resolve$/, "string", "label"],
  [/^initialize$/, "object", "capabilities"],
];

/** Why a message can't be understood, as the error of an answer; null if it can. */
function problemOf(message: unknown): { readonly code: number; readonly message: string } | null {
  if (typeof message === "string") return { code: ErrorCodes.ParseError, message: "The message is no JSON." };
  const { id, method, params } = Object(message) as Partial<Request>;
  const isAnswer = method === undefined && ("result" in Object(message) || "error" in Object(message));
  if (isAnswer ? !isId(id) && id !== null : typeof method !== "string" || (id !== undefined && !isId(id))) {
    return {
      code: ErrorCodes.InvalidRequest,
      message: 'A request has a "method", and an "id" that is a text or a number.',
    };
  }
  const needs = isAnswer ? undefined : missing(String(method), params);
  return needs === undefined ? null : { code: ErrorCodes.InvalidParams, message: `"${method}" needs ${needs}.` };
}

/** Missing parameters of a method, undefined without any. */
function missing(method: string, params: unknown): string | undefined {
  if (params !== undefined && params !== null && typeof params !== "object") return "parameters in an object";
  const paths = NEEDS.flatMap(([methods, type, ...needed]) =>
    methods.test(method) ? needed.filter((path) => !isOfType(valueAt(params, path), type)) : [],
  );
  return paths.length === 0 ? undefined : paths.join(" and ");
}

const valueAt = (params: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce((value: unknown, name) => (value as Record<string, unknown> | null | undefined)?.[name], params);

const isOfType = (value: unknown, type: string): boolean => typeof value === type && value !== null;
