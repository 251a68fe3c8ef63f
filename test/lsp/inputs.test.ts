import { REQUESTS } from "@semantic-xpath/lsp";
import { expect, it } from "vitest";
import { ErrorCodes, ResponseError } from "vscode-jsonrpc";
import { answersTo } from "../support/distorted.js";
import { inProcess } from "./inProcess.js";

const uri = "file:///w/main.sxp";
const TEXT = 'declare query q() := //Stop[node =~ "zoo"];\n';
const memory = "file:///t/trips";
const run = "no-run";
const textDocument = { uri };
const position = { line: 0, character: 3 };
const at = { textDocument, position };
const range = { start: position, end: position };
const options = { tabSize: 2, insertSpaces: true };

/** Parameters of each request of the protocol, with all that it needs. */
const GIVEN: Readonly<Record<string, object>> = {
  "textDocument/completion": { ...at, context: { triggerKind: 1 } },
  "completionItem/resolve": { label: "a" },
  "textDocument/hover": at,
  "textDocument/signatureHelp": at,
  "textDocument/definition": at,
  "textDocument/references": { ...at, context: { includeDeclaration: true } },
  "textDocument/documentHighlight": at,
  "textDocument/documentSymbol": { textDocument },
  "textDocument/codeAction": { textDocument, range, context: { diagnostics: [] } },
  "textDocument/codeLens": { textDocument },
  "textDocument/documentLink": { textDocument },
  "textDocument/formatting": { textDocument, options },
  "textDocument/rangeFormatting": { textDocument, range, options },
  "textDocument/onTypeFormatting": { ...at, ch: ";", options },
  "textDocument/rename": { ...at, newName: "b" },
  "textDocument/prepareRename": at,
  "textDocument/foldingRange": { textDocument },
  "textDocument/selectionRange": { textDocument, positions: [position] },
  "textDocument/linkedEditingRange": at,
  "textDocument/inlayHint": { textDocument, range },
  "textDocument/semanticTokens/full": { textDocument },
  "textDocument/semanticTokens/full/delta": { textDocument, previousResultId: "1" },
  "textDocument/semanticTokens/range": { textDocument, range },
  "textDocument/diagnostic": { textDocument },
  "workspace/diagnostic": { previousResultIds: [] },
  "workspace/symbol": { query: "q" },
  "workspace/executeCommand": { command: "sxp.explain", arguments: [{ uri, name: "q", offset: 0 }] },
};

/** The same of the requests beyond it. */
const OWN: Readonly<Record<keyof typeof REQUESTS, object>> = {
  compile: { uri },
  explain: { uri, name: "q" },
  run: { uri, name: "q", params: { p: 1 }, limit: 1, minScore: 0.5 },
  update: { uri, name: "q", params: { p: 1 } },
  trace: { uri, name: "q" },
  test: { uri, name: "q" },
  view: { run, method: "overview", params: {} },
  source: { run, node: 1 },
  compare: { before: run, after: run },
  export: { run, format: "html" },
  forget: { run },
  runs: {},
  inferSchema: { uri },
  types: { uri },
  ask: { uri, request: "what?", now: "2026-06-08T09:00:00Z" },
  question: { uri, text: "what?", limit: 1, now: "2026-06-08T09:00:00Z" },
  nodeAt: { uri, offset: 1 },
  memoryTasks: { memory },
  memoryVersions: { memory, task: "trip", branch: "main", limit: 1 },
  memoryFile: { memory, task: "trip", version: 1 },
  memoryBlame: { uri, offset: 1 },
  memoryStep: { memory, task: "trip", step: { kind: "undo", version: 1, branch: "main" } },
};

it("each parameter of each request is looked at: what is taken in its place, and what is said of the rest", {
  tags: "slow",
}, async () => {
  const server = await inProcess(new Map([[uri, TEXT]]));
  await server.notify("textDocument/didOpen", {
    textDocument: { ...textDocument, languageId: "sxp", version: 1, text: TEXT },
  });
  await server.settled();
  const answerOf = async (asking: Promise<unknown>): Promise<string> => {
    try {
      await asking;
      return "taken";
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
      return error.code === ErrorCodes.InvalidParams ? error.message : `${error.code} ${error.message}`;
    }
  };
  const lines: string[] = [];
  for (const [method, given] of Object.entries(GIVEN)) {
    const ask = (params: unknown): Promise<string> => answerOf(server.request(method, params as object));
    lines.push(method, ...(await answersTo(given, ask)));
  }
  for (const [request, given] of Object.entries(OWN) as [keyof typeof REQUESTS, object][]) {
    const ask = (params: unknown): Promise<string> => answerOf(server.own(request, params as object));
    lines.push(REQUESTS[request], ...(await answersTo(given, ask)));
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("transcripts/inputs.txt");
  expect(server.sent.filter(({ method }) => method === "window/logMessage")).toEqual([]);
  server.end();
});
