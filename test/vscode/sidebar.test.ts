import { createLanguageService } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import { Position, Range, textDocument, Uri, withVscode } from "./support/withVscode.js";

const QUERY = "file:///t/q.sxp";
const SCHEMA = "file:///t/p.schema.json";
const FILES: Readonly<Record<string, string>> = {
  [QUERY]:
    'import schema "p.schema.json";\ndeclare query days($n as number) := //Day[$n];\ndeclare query like() := //Day[node =~ "rain"];\n',
  [SCHEMA]: JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: { Plan: { children: { Day: {} } }, Day: { attributes: { city: { type: "string" } } } },
  }),
};

interface Line {
  readonly label: string;
  readonly description?: string;
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] };
}
interface Provider {
  getChildren(line?: Line): Promise<readonly Line[]>;
}

/** The views of the side bar over one query file and one run. */
async function sidebar() {
  const providers = new Map<string, Provider>();
  const disposable = { dispose: () => undefined };
  const vscode = {
    EventEmitter: class {
      event = () => disposable;
    },
    Position,
    Range,
    Uri: Object.assign(Uri, { joinPath: (folder: Uri) => folder }),
    FileType: { Directory: 2 },
    RelativePattern: class {},
    window: {
      activeTextEditor: { document: textDocument(QUERY, FILES[QUERY]!) },
      registerTreeDataProvider: (id: string, provider: Provider) => {
        providers.set(id, provider);
        return disposable;
      },
      onDidChangeActiveTextEditor: () => disposable,
    },
    workspace: {
      workspaceFolders: [{ uri: Uri.parse("file:///t") }],
      findFiles: async () => [Uri.parse(QUERY)],
      asRelativePath: (uri: Uri) => uri.fsPath.replace("/t/", ""),
      openTextDocument: async (uri: Uri) => textDocument(uri.toString(), FILES[uri.toString()]!),
      textDocuments: [],
      onDidSaveTextDocument: () => disposable,
    },
  };
  const service = createLanguageService({
    readText: (uri) => FILES[uri] ?? null,
    files: () => [QUERY],
    list: () => [],
  });
  const run = { id: "4", title: "days", count: 2, scorer: "lexical", at: 0 };
  const { showSidebar } = await withVscode<{ showSidebar(services: object): unknown }>("sidebar/sidebar.ts", vscode);
  showSidebar({
    session: { compile: async (uri: Uri) => service.compile({ uri: uri.toString() }), onChanged: () => disposable },
    runs: { list: async () => [run], onChanged: () => disposable },
  });
  return (id: string) => providers.get(id)!;
}

describe("the side bar", () => {
  it("has the queries of each file, with their parameters, and leads to them", async () => {
    const queries = (await sidebar())("sxp.queries");
    const [file] = await queries.getChildren();
    expect(file!.label).toBe("q.sxp");
    const lines = await queries.getChildren(file);
    expect(lines.map(({ label, description }) => [label, description])).toEqual([
      ["days", "$n"],
      ["like", ""],
    ]);
    expect(lines[1]!.command!.command).toBe("vscode.open");
  });
  it("has the runs that are kept, and leads to their results", async () => {
    const [line] = await (await sidebar())("sxp.runs").getChildren();
    expect(line).toMatchObject({ label: "days", command: { command: "sxp.showResults", arguments: [{ run: "4" }] } });
  });
  it("has the types of the schema of the open file, from the roots on", async () => {
    const schema = (await sidebar())("sxp.schema");
    const [plan] = await schema.getChildren();
    const [day] = await schema.getChildren(plan);
    expect([plan!.label, day!.label]).toEqual(["Plan", "Day"]);
    expect(await schema.getChildren(day)).toMatchObject([{ label: "@city", description: "string" }]);
  });
});
