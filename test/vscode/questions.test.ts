import { createLanguageService } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import { Position, Range, textDocument, Uri, withVscode } from "./support/withVscode.js";

const DATA = "file:///t/trip.xml";
const XML = `<Trip>\n  <Stop name="Museum" cost="5"/>\n  <Stop name="Tower" cost="7"/>\n</Trip>\n`;

interface Line {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

const service = createLanguageService({
  readText: (uri) => (uri === DATA ? XML : null),
  files: () => [],
  list: () => [],
});
const session = { request: async (_: string, params: object) => service.question(params as never) };

const rest = (): Promise<void> => new Promise((done) => setTimeout(done, 60));

/** A box in which a text is typed, and what it shows then. */
async function typed(text: string) {
  const events = new Map<string, (given: unknown) => void>();
  const on = (name: string) => (listener: (given: never) => void) => void events.set(name, listener as never);
  const box = {
    ...{ title: "", placeholder: "", value: "", busy: false, ignoreFocusOut: false, buttons: [] },
    items: [] as Line[],
    selectedItems: [] as Line[],
    onDidChangeValue: on("value"),
    onDidChangeActive: on("active"),
    onDidAccept: on("accept"),
    onDidTriggerButton: on("button"),
    onDidHide: on("hide"),
    show: () => undefined,
    hide: () => events.get("hide")!(undefined),
    dispose: () => undefined,
  };
  const told: string[] = [];
  const opened: string[] = [];
  const ran: string[] = [];
  const revealed: unknown[] = [];
  const editor = { document: textDocument(DATA, XML, "xml") };
  const vscode = {
    ...{ Position, Range, Uri, QuickPickItemKind: { Separator: -1 }, ViewColumn: { Beside: -2 } },
    Selection: Range,
    TextEditorRevealType: {},
    ThemeIcon: class {},
    WorkspaceEdit: class {},
    window: {
      activeTextEditor: editor,
      visibleTextEditors: [editor],
      createQuickPick: () => box,
      showInformationMessage: async (words: string) => void told.push(words),
      showTextDocument: async (
        document: { readonly getText: () => string },
        place: { readonly selection?: unknown },
      ) => {
        if (place.selection === undefined) opened.push(document.getText());
        else revealed.push(place.selection);
        return { revealRange: () => undefined };
      },
    },
    workspace: {
      textDocuments: [editor.document],
      openTextDocument: async (given: { readonly content?: string }) =>
        given.content === undefined ? editor.document : textDocument("untitled:q", given.content),
      fs: { readDirectory: async () => [], stat: async () => ({}) },
    },
    commands: { executeCommand: async (id: string) => void ran.push(id) },
  };
  const { askData } = await withVscode<{ askData(services: unknown, argument: unknown): Promise<void> }>(
    "questions/questionBox.ts",
    vscode,
  );
  const asked = askData({ session }, Uri.parse(DATA));
  await rest();
  box.value = text;
  events.get("value")!(text);
  const fire = (name: string, given: unknown): void => events.get(name)!(given);
  for (let i = 0; i < 200 && (box.items.length === 0 || box.busy); i++)
    await new Promise((done) => setTimeout(done, 10));
  return { box, fire, asked, told, opened, ran, revealed };
}

describe("the question box", () => {
  it("shows results by rank, with what the request was read as", async () => {
    const { box, asked, fire } = await typed("which stops cost more than 6?");
    expect(box.title).toContain("1 result · //Stop");
    expect(box.items[0]).toMatchObject({
      label: "1",
      detail: "/Trip/Stop[2]",
      description: expect.stringContaining("Tower"),
    });
    fire("hide", undefined);
    await asked;
  });

  it("shows the node of the line in the file, and goes there when it is accepted", async () => {
    const { box, asked, fire, revealed } = await typed("//Stop");
    fire("active", [box.items[1]]);
    await rest();
    expect(revealed).toHaveLength(1);
    box.selectedItems = [box.items[0]!];
    fire("accept", undefined);
    await asked;
    await rest();
    expect(revealed).toHaveLength(2);
  });

  it("shows a value, and what is wrong", async () => {
    expect((await typed("sum(//Stop/@cost)")).box.items[0]!.label).toBe("= 12");
    expect((await typed("//Stop[")).box.items[0]!.label).toMatch(/\S/);
  });
});

it("a change is a line of its own, and nothing is made of it while one types", async () => {
  const { box, asked, fire, opened, ran } = await typed("delete the tower");
  expect(box.title).toContain("A change of trip.xml");
  expect(box.items).toEqual([expect.objectContaining({ detail: expect.stringMatching(/^delete node /) })]);
  fire("hide", undefined);
  await asked;
  expect([opened, ran]).toEqual([[], []]);
});
