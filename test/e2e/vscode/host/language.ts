import {
  type CodeAction,
  type CodeLens,
  type CompletionList,
  commands,
  type Diagnostic,
  type DocumentSymbol,
  type Hover,
  type InlayHint,
  type Location,
  type LocationLink,
  languages,
  Range,
  type SemanticTokens,
  type SignatureHelp,
  type TextDocument,
  type TextEdit,
  Uri,
  WorkspaceEdit,
  workspace,
} from "vscode";
import { assert, eventually, open, openText, placeIn, test } from "./kit.js";

const ITINERARY = "itinerary/itinerary.sxp";
const IMPORTS = 'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n\n';
const written = (name: string, marked: string) => openText(`itinerary/${name}.sxp`, IMPORTS + marked);

/** What VS Code gets from all providers of a kind. */
const provided = <T>(kind: string, document: TextDocument, ...more: unknown[]): Promise<T> =>
  Promise.resolve(commands.executeCommand<T>(`vscode.execute${kind}`, document.uri, ...more));

const codeOf = ({ code }: Diagnostic): unknown => (typeof code === "object" ? code.value : code);

test("diagnostics have a code with a link, and a fix that is applied", async () => {
  const { document, at } = await written("h1", "declare query a() := /Itinerary/Day/Rest<|>urant;\n");
  const [problem] = await eventually(
    () => languages.getDiagnostics(document.uri),
    (found) => found.length > 0,
  );
  assert.match(problem!.message, /Did you mean "Restaurant"\?/);
  assert.equal(codeOf(problem!), "SXP2001");
  assert.ok(typeof problem!.code === "object" && problem!.code.target instanceof Uri);
  const fix = await eventually(
    async () =>
      (await provided<CodeAction[]>("CodeActionProvider", document, new Range(at, at))).find(
        ({ title }) => title === "Replace by Restaurant",
      ),
    Boolean,
  );
  assert.ok(await workspace.applyEdit(fix!.edit!));
  assert.match(document.getText(), /Day\/Restaurant;/);
  await eventually(
    () => languages.getDiagnostics(document.uri),
    (found) => found.length === 0,
  );
});

const labels = async (document: TextDocument, at: { readonly line: number; readonly character: number }) =>
  (await provided<CompletionList>("CompletionItemProvider", document, at)).items.map(({ label }) =>
    typeof label === "string" ? label : label.label,
  );

test("completion offers the children of a type", async () => {
  const { document, at } = await written("h2", "declare query a() := /Itinerary/Day/<|>;\n");
  const items = await eventually(
    () => labels(document, at),
    (found) => found.length > 0,
  );
  assert.deepEqual(items.slice(0, 2), ["POI", "Restaurant"]);
});

test("completion offers the values of an attribute", async () => {
  const { document, at } = await written("h3", 'declare query a() := //POI[@category = "<|>"];\n');
  const items = await eventually(
    () => labels(document, at),
    (found) => found.length > 0,
  );
  assert.ok(
    items.some((label) => label.includes("museum")),
    items.join(),
  );
});

test("a hover says what a step means", async () => {
  const { document } = await open(ITINERARY);
  const at = placeIn(document, "/Itinerary/Da<|>y[$n]");
  const hovers = await eventually(
    () => provided<Hover[]>("HoverProvider", document, at),
    (found) => found.length > 0,
  );
  const text = hovers
    .flatMap(({ contents }) => contents.map((part) => (typeof part === "string" ? part : part.value)))
    .join("\n");
  assert.match(text, /One day, with its stops/);
});

test("a type leads to its declaration in the schema, and to its uses", async () => {
  const { document } = await open(ITINERARY);
  const at = placeIn(document, "/Itinerary/Day/P<|>OI[node");
  const found = await eventually(
    () => provided<(Location | LocationLink)[]>("DefinitionProvider", document, at),
    (all) => all.length > 0,
  );
  const uri = found[0] !== undefined && "targetUri" in found[0] ? found[0].targetUri : (found[0] as Location).uri;
  assert.match(uri.path, /itinerary\.schema\.json$/);
  await eventually(
    async () => (await provided<Location[]>("ReferenceProvider", document, at)).length,
    (count) => count > 10,
  );
});

test("a type is renamed in queries and schema at once", async () => {
  const { document } = await open(ITINERARY);
  const at = placeIn(document, "/Itinerary/Day/P<|>OI[node");
  await eventually(
    async () =>
      (await provided<WorkspaceEdit>("DocumentRenameProvider", document, at, "Sight"))
        .entries()
        .map(([{ path }]) => path.split("/").at(-1)),
    (files) => files.includes("itinerary.sxp") && files.includes("itinerary.schema.json"),
  );
});

test("a document is formatted, and is left as it is the second time", async () => {
  const { document } = await written("h4", "declare  query a() := //POI [ 1 ] ;\n");
  const format = () =>
    provided<TextEdit[] | undefined>("FormatDocumentProvider", document, { tabSize: 2, insertSpaces: true });
  const edit = new WorkspaceEdit();
  const edits = await eventually(format, (found) => found !== undefined && found.length > 0);
  edit.set(document.uri, edits!);
  assert.ok(await workspace.applyEdit(edit));
  assert.ok(document.getText().endsWith("declare query a() := //POI[1];\n"), document.getText());
  assert.equal((await format())?.length ?? 0, 0);
});

test("queries have lenses, symbols, colours and hints", async () => {
  const { document } = await open(ITINERARY);
  const whole = new Range(0, 0, document.lineCount, 0);
  await eventually(
    async () =>
      (await provided<CodeLens[]>("CodeLensProvider", document, 200)).map(({ command }) =>
        command?.title.replace(/^\$\([\w-]+\)\s*/, ""),
      ),
    (titles) => titles.includes("Run") && titles.includes("Explain"),
  );
  await eventually(
    async () => (await provided<DocumentSymbol[]>("DocumentSymbolProvider", document)).map(({ name }) => name),
    (names) => names.some((name) => name.startsWith("busiest_conference_day")),
  );
  await eventually(
    async () =>
      (await commands.executeCommand<SemanticTokens>("vscode.provideDocumentSemanticTokens", document.uri)).data.length,
    (count) => count > 100,
  );
  await eventually(
    async () => (await provided<InlayHint[]>("InlayHintProvider", document, whole)).length,
    (count) => count > 10,
  );
});

test("a call of a function shows its parameters", async () => {
  const { document, at } = await written("h5", 'declare query a() := //POI[max(node =~ "a", <|>)];\n');
  const help = await eventually(
    () => provided<SignatureHelp | undefined>("SignatureHelpProvider", document, at),
    Boolean,
  );
  assert.match(help!.signatures[0]!.label, /max/);
});

test("what is wrong with the shape of a schema is said once, by the JSON Schema; the rest by the server", async () => {
  const { document } = await openText(
    "itinerary/odd.schema.json",
    '<|>{ "version": 1, "roots": ["Nowhere"], "types": { "A": { "colour": 1 } } }\n',
  );
  const found = await eventually(
    () => languages.getDiagnostics(document.uri),
    (all) => all.some((one) => codeOf(one) === "SXP2104") && all.some(({ message }) => message.includes("not allowed")),
  );
  assert.deepEqual(
    found.filter(({ message }) => message.includes("colour")).map(({ source }) => source),
    [undefined],
  );
});
