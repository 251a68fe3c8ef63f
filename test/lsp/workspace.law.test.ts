import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver";
import { createConnection } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { FileSystem } from "../../packages/lsp/src/server/fileSystem.js";
import { serve } from "../../packages/lsp/src/server/server.js";
import { StreamReader } from "../../packages/lsp/src/server/streamReader.js";
import { runs } from "../support/runs.js";

/**
 * A server that has seen any order of events answers as a fresh one that is given the end of them: its files, its open documents, its settings and its
 * folders.
 */

const schema = (type: string, cost: string): string =>
  JSON.stringify({
    version: 1,
    roots: ["Trip"],
    types: {
      Trip: { children: { [type]: {} } },
      [type]: { attributes: { cost: { type: cost }, name: { type: "string" } } },
    },
  });
const SCHEMAS = [schema("Stop", "number"), schema("Stop", "string"), schema("Halt", "number"), "{", '{"version":1}'];
const DATA = [
  '<Trip><Stop cost="5" name="Zoo"/><Stop cost="7" name="Sea"/></Trip>',
  '<Trip><Halt cost="5" name="Bay"/></Trip>',
  "<Trip><Stop",
  "<Trip/>",
];
const head = (path: string) => `import schema "${path}s.schema.json";\nimport data "${path}d.xml";\n`;
const QUERIES = (path: string): readonly string[] => [
  `${head(path)}declare query near() := //Stop[@cost > 5];\n`,
  `${head(path)}declare query near() := //Halt[@name = "Bay"];\ndeclare query far() := near()[1];\n`,
  `import query near from "${path === "" ? "" : "../"}a.sxp";\ndeclare query third() := near()[1];\n`,
  "//Stop[",
  "//Stop/@cost",
  "",
];
const FILES: Readonly<Record<string, readonly string[]>> = {
  "file:///w/s.schema.json": SCHEMAS,
  "file:///w/d.xml": DATA,
  "file:///w/a.sxp": QUERIES(""),
  "file:///w/b.sxp": QUERIES(""),
  "file:///w/sub/c.sxp": QUERIES("../"),
  "file:///w/app.ts": ["const q = sxp`//Stop[@cost > 5]`;\n", "const q = 1;\n", "const q = sxp`//Stop[`;\n"],
};
const URIS = Object.keys(FILES);
const languageOf = (uri: string): string =>
  uri.endsWith(".sxp") ? "sxp" : uri.endsWith(".ts") ? "typescript" : uri.endsWith(".xml") ? "xml" : "json";

/** What is not said stays as it was: each of these says all. */
const NO_SETTINGS = { trusted: true, data: null, schema: null, files: {}, inlayHints: true };
const SETTINGS = [
  NO_SETTINGS,
  { ...NO_SETTINGS, data: "file:///w/d.xml" },
  { ...NO_SETTINGS, data: "file:///w/d.xml", schema: "file:///w/s.schema.json" },
  { ...NO_SETTINGS, trusted: false },
  { ...NO_SETTINGS, inlayHints: false },
  { ...NO_SETTINGS, files: { "file:///w/b.sxp": { data: "file:///w/d.xml" } } },
] as const;

const uri = fc.constantFrom(...URIS);
const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("open" as const), uri, text: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("change" as const), uri, text: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("close" as const), uri }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("write" as const), uri, text: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), uri }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), uri, to: uri }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("settings" as const), settings: fc.constantFrom(...SETTINGS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("folders" as const), isThere: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), turns: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("look" as const), uri }) },
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** The files of a machine; a read takes a turn or two, and gives what was there when it began. */
function machine(texts: Map<string, string>): FileSystem {
  const later = async <T>(value: T): Promise<T> => {
    await turn();
    return value;
  };
  return {
    read: (uri) => later(texts.get(uri) ?? null),
    list: (folder) => {
      const inside = [...texts.keys()].filter((uri) => uri.startsWith(folder)).map((uri) => uri.slice(folder.length));
      return later([...new Set(inside.map((name) => name.replace(/\/.*/, "/")))]);
    },
    find: (folder) => later([...texts.keys()].filter((uri) => uri.startsWith(folder) && /\.(sxp|ts)$/.test(uri))),
  };
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

const FOLDER = { uri: "file:///w", name: "w" };

async function connected(texts: Map<string, string>, hasFolder: boolean, settings: object) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamReader(toServer), new StreamMessageWriter(toClient));
  const extra: { files?: { settled(): Promise<void> } } = {};
  serve(server, machine(texts), null, null, null, ({ files }) => {
    extra.files = files;
  });
  const client: MessageConnection = createMessageConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  const shown = new Map<string, readonly Diagnostic[]>();
  const panics: unknown[] = [];
  client.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }: PublishDiagnosticsParams) => {
    shown.set(uri, diagnostics);
  });
  client.onNotification("window/logMessage", (message: unknown) => void panics.push(message));
  client.onRequest("client/registerCapability", () => null);
  client.listen();
  await client.sendRequest("initialize", {
    ...{ processId: null, rootUri: null, workspaceFolders: hasFolder ? [FOLDER] : [], initializationOptions: settings },
    capabilities: { workspace: { workspaceFolders: true }, textDocument: { definition: { linkSupport: true } } },
  });
  await client.sendNotification("initialized", {});
  /** Until nothing is read, and nothing more is told. */
  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < 4; quiet++) {
      const before = JSON.stringify([...shown]);
      await client.sendRequest("workspace/symbol", { query: "" });
      await extra.files!.settled();
      for (let i = 0; i < 6; i++) await turn();
      if (JSON.stringify([...shown]) !== before) quiet = -1;
    }
  };
  const notify = (method: string, params: object): Promise<void> => client.sendNotification(method, params);
  return { client, notify, settled, shown, panics, end: () => client.dispose() };
}
type Connected = Awaited<ReturnType<typeof connected>>;

/** What a person sees of a workspace. */
async function seen(
  { client, notify, settled, shown }: Connected,
  open: ReadonlyMap<string, string>,
  settings: object,
): Promise<unknown> {
  await settled();
  // By now each query of the workspace was looked at, and so is the data of each.
  await notify("workspace/didChangeConfiguration", { settings: { sxp: settings } });
  await settled();
  const answers: Record<string, unknown> = {};
  for (const [uri, text] of [...open].sort()) {
    const document = TextDocument.create(uri, "", 0, text);
    const places = ["Stop", "Halt", "near", "cost", "//"].map((word) => text.lastIndexOf(word)).filter((at) => at >= 0);
    const of = { textDocument: { uri } };
    for (const at of places) {
      const params = { ...of, position: document.positionAt(at + 1) };
      const ask = (method: string, more = {}) => client.sendRequest(`textDocument/${method}`, { ...params, ...more });
      answers[`${uri} ${at}`] = {
        completion: await ask("completion"),
        hover: await ask("hover"),
        definition: await ask("definition"),
        references: sorted(await ask("references", { context: { includeDeclaration: true } })),
        highlights: await ask("documentHighlight"),
        rename: changesIn(await ask("rename", { newName: "Other" }).catch(({ message }: Error) => message)),
      };
    }
    const all = { start: { line: 0, character: 0 }, end: document.positionAt(text.length) };
    answers[uri] = {
      symbols: await client.sendRequest("textDocument/documentSymbol", of),
      tokens: ((await client.sendRequest("textDocument/semanticTokens/full", of)) as { data: unknown }).data,
      hints: await client.sendRequest("textDocument/inlayHint", { ...of, range: all }),
      links: await client.sendRequest("textDocument/documentLink", of),
      lenses: await client.sendRequest("textDocument/codeLens", of),
      actions: await client.sendRequest("textDocument/codeAction", {
        ...{ ...of, range: all },
        context: { diagnostics: [], only: ["refactor"] },
      }),
    };
  }
  answers.symbols = sorted(await client.sendRequest("workspace/symbol", { query: "" }));
  await settled();
  // Former names are suggested just by a server that has seen them, and data that was read once stays checked.
  answers.shown = [...open.keys()].sort().map((uri) => [
    uri,
    shown
      .get(uri)
      ?.filter(({ code }) => code !== "SXP4005")
      .map(({ code, range, severity }) => [code, range, severity]),
  ]);
  return answers;
}

const sorted = (list: unknown): unknown => (Array.isArray(list) ? list.map((one) => JSON.stringify(one)).sort() : list);

const changesIn = (edit: unknown): unknown =>
  typeof edit === "object" && edit !== null && "changes" in edit ? Object.entries(edit.changes as object).sort() : edit;

it("law: whatever opened, changed, closed and went, a workspace is as a fresh server sees it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 14 }), async (events) => {
      const texts = new Map(URIS.map((uri) => [uri, FILES[uri]![0]!]));
      const open = new Map<string, string>();
      let settings: object = NO_SETTINGS;
      let hasFolder = true;
      const lived = await connected(texts, hasFolder, settings);
      let version = 1;
      for (const each of events) {
        version++;
        const apply = taken(each, { lived, texts, open, version });
        if (each.do === "settings") settings = each.settings;
        if (each.do === "folders" && each.isThere !== hasFolder) {
          hasFolder = each.isThere;
          const [added, removed] = hasFolder ? [[FOLDER], []] : [[], [FOLDER]];
          await lived.notify("workspace/didChangeWorkspaceFolders", { event: { added, removed } });
        }
        await apply;
      }
      const fresh = await connected(texts, hasFolder, settings);
      for (const [uri, text] of open)
        await fresh.notify("textDocument/didOpen", {
          textDocument: { uri, languageId: languageOf(uri), version: 1, text },
        });
      expect(await seen(lived, open, settings)).toEqual(await seen(fresh, open, settings));
      expect([lived.panics, fresh.panics]).toEqual([[], []]);
      lived.end();
      fresh.end();
    }),
    { numRuns: runs(400, 12) },
  );
});

interface Going {
  readonly lived: Connected;
  readonly texts: Map<string, string>;
  readonly open: Map<string, string>;
  readonly version: number;
}

async function taken(each: Event, { lived: { client, notify, settled }, texts, open, version }: Going): Promise<void> {
  const watched = (...changes: readonly (readonly [uri: string, type: 1 | 2 | 3])[]): Promise<void> =>
    notify("workspace/didChangeWatchedFiles", { changes: changes.map(([uri, type]) => ({ uri, type })) });
  const textOf = (uri: string, index: number): string => FILES[uri]![index % FILES[uri]!.length]!;
  switch (each.do) {
    case "open": {
      if (open.has(each.uri)) return;
      const text = textOf(each.uri, each.text);
      open.set(each.uri, text);
      return notify("textDocument/didOpen", {
        textDocument: { uri: each.uri, languageId: languageOf(each.uri), version, text },
      });
    }
    case "change": {
      if (!open.has(each.uri)) return;
      const text = textOf(each.uri, each.text);
      open.set(each.uri, text);
      return notify("textDocument/didChange", { textDocument: { uri: each.uri, version }, contentChanges: [{ text }] });
    }
    case "close":
      if (!open.delete(each.uri)) return;
      return notify("textDocument/didClose", { textDocument: { uri: each.uri } });
    case "write": {
      const isNew = !texts.has(each.uri);
      texts.set(each.uri, textOf(each.uri, each.text));
      return watched([each.uri, isNew ? 1 : 2]);
    }
    case "delete":
      if (!texts.delete(each.uri)) return;
      return watched([each.uri, 3]);
    case "rename": {
      const text = texts.get(each.uri);
      if (text === undefined || texts.has(each.to) || languageOf(each.uri) !== languageOf(each.to)) return;
      texts.delete(each.uri);
      texts.set(each.to, text);
      return watched([each.uri, 3], [each.to, 1]);
    }
    case "settings":
      return notify("workspace/didChangeConfiguration", { settings: { sxp: each.settings } });
    case "wait":
      if (each.turns === 3) return settled();
      for (let i = 0; i < each.turns; i++) await turn();
      return;
    case "look":
      if (open.has(each.uri))
        await client.sendRequest("textDocument/completion", {
          textDocument: { uri: each.uri },
          position: { line: 0, character: 2 },
        });
      return;
    default:
      return;
  }
}
