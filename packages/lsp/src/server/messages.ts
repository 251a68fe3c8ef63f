import { ErrorCodes, type Message, type MessageReader, type MessageWriter } from "vscode-languageserver";
import { REQUESTS } from "./requests.js";

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

/** Types of parameters, by their paths. */
type Needs = Readonly<Record<string, "array" | "number" | "object" | "positions" | "string">>;

const AT: Needs = { "position.line": "number", "position.character": "number" };
const IN: Needs = { "range.start.line": "number", "range.end.line": "number" };
const OF_FILE: Needs = { uri: "string" };
const OF_RUN: Needs = { run: "string" };
const OF_TASK: Needs = { memory: "string", task: "string" };

/** Parameters that methods need, with their types. Methods of documents need a document as well. */
const NEEDS: Readonly<Record<string, Needs>> = {
  "textDocument/completion": AT,
  "textDocument/hover": AT,
  "textDocument/signatureHelp": AT,
  "textDocument/definition": AT,
  "textDocument/references": { ...AT, context: "object" },
  "textDocument/documentHighlight": AT,
  "textDocument/prepareRename": AT,
  "textDocument/rename": { ...AT, newName: "string" },
  "textDocument/linkedEditingRange": AT,
  "textDocument/onTypeFormatting": { ...AT, options: "object" },
  "textDocument/codeAction": { ...IN, context: "object" },
  "textDocument/rangeFormatting": { ...IN, options: "object" },
  "textDocument/inlayHint": IN,
  "textDocument/semanticTokens/range": IN,
  "textDocument/formatting": { options: "object" },
  "textDocument/selectionRange": { positions: "positions" },
  "textDocument/semanticTokens/full/delta": { previousResultId: "string" },
  "workspace/executeCommand": { command: "string" },
  "workspace/symbol": { query: "string" },
  "workspace/diagnostic": { previousResultIds: "array" },
  "completionItem/resolve": { label: "string" },
  initialize: { capabilities: "object" },
  [REQUESTS.compile]: OF_FILE,
  [REQUESTS.run]: OF_FILE,
  [REQUESTS.update]: OF_FILE,
  [REQUESTS.explain]: OF_FILE,
  [REQUESTS.trace]: OF_FILE,
  [REQUESTS.test]: OF_FILE,
  [REQUESTS.view]: { ...OF_RUN, method: "string" },
  [REQUESTS.source]: { ...OF_RUN, node: "number" },
  [REQUESTS.compare]: { before: "string", after: "string" },
  [REQUESTS.export]: { ...OF_RUN, format: "string" },
  [REQUESTS.forget]: OF_RUN,
  [REQUESTS.inferSchema]: OF_FILE,
  [REQUESTS.types]: OF_FILE,
  [REQUESTS.ask]: { ...OF_FILE, request: "string" },
  [REQUESTS.question]: { ...OF_FILE, text: "string" },
  [REQUESTS.nodeAt]: { ...OF_FILE, offset: "number" },
  [REQUESTS.memoryTasks]: { memory: "string" },
  [REQUESTS.memoryVersions]: { ...OF_TASK, branch: "string" },
  [REQUESTS.memoryBlame]: { ...OF_FILE, offset: "number" },
  [REQUESTS.memoryStep]: { ...OF_TASK, "step.kind": "string" },
};
const OF_DOCUMENT: Needs = { "textDocument.uri": "string" };

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
  // Some clients send a list with null for no parameters.
  const isList = Array.isArray(params) && params.some((one) => one !== null);
  if (isList || (params !== undefined && params !== null && typeof params !== "object"))
    return "parameters in an object";
  const ofMethod = Object.hasOwn(NEEDS, method) ? NEEDS[method]! : {};
  const needs = method.startsWith("textDocument/") ? { ...OF_DOCUMENT, ...ofMethod } : ofMethod;
  const paths = Object.keys(needs).filter((path) => !isOfType(valueAt(params, path), needs[path]!));
  return paths.length === 0 ? undefined : paths.join(" and ");
}

const valueAt = (params: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce((value: unknown, name) => (value as Record<string, unknown> | null | undefined)?.[name], params);

function isOfType(value: unknown, type: Needs[string]): boolean {
  if (type !== "array" && type !== "positions") return typeof value === type && value !== null;
  const isPosition = (one: unknown): boolean =>
    ["line", "character"].every((name) => typeof valueAt(one, name) === "number");
  return Array.isArray(value) && (type === "array" || value.every(isPosition));
}
