import { createLanguageService } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import { Position, Range, textDocument, Uri, withVscode } from "./support/withVscode.js";

const FILE = "file:///t/changes.sxp";
const DATA = "file:///t/trip.xml";
const XML = `<Trip>\n  <Stop name="Museum"/>\n  <Stop name="Museum shop"/>\n</Trip>\n`;
const UPDATES = `import data "trip.xml";
declare update first() := delete node /Trip/Stop[1];
declare update any() := delete node //Stop[node =~ "museum"];
declare update named($stop as node) := delete node $stop;
`;

interface Asked {
  readonly told: string[];
  readonly shown: string[];
  readonly diffs: { readonly before: string; readonly after: string; readonly title: string }[];
}

/** What a command does with the update at a line of a file, to a user who answers in a way. */
async function command(
  name: "previewUpdate" | "applyUpdate",
  line: number,
  answers: {
    readonly button?: string;
    readonly typed?: string;
    readonly pick?: number;
    readonly visible?: boolean;
    readonly meanwhile?: string;
  } = {},
) {
  const texts = new Map([
    [FILE, UPDATES],
    [DATA, XML],
  ]);
  const document = (uri: string): ReturnType<typeof textDocument> => textDocument(uri, texts.get(uri)!);
  const service = createLanguageService({
    readText: (uri) => texts.get(uri) ?? null,
    files: () => [FILE],
    list: () => [],
  });
  const asked: Asked & { readonly prompts: (string | undefined)[] } = { told: [], shown: [], diffs: [], prompts: [] };
  const contents = new Map<string, string>();
  const tell = async (words: string, ...buttons: string[]) => {
    asked.told.push(words);
    // Somebody writes before the answer.
    if (answers.meanwhile !== undefined) texts.set(DATA, answers.meanwhile);
    return buttons.find((one) => one === answers.button);
  };
  class WorkspaceEdit {
    readonly edits: { readonly uri: Uri; readonly range: Range; readonly text: string }[] = [];
    replace = (uri: Uri, range: Range, text: string) => void this.edits.push({ uri, range, text });
  }
  let provider = { provideTextDocumentContent: (_: Uri): string => "" };
  const editor = { document: document(FILE), selection: { active: new Position(line, 20) } };
  const data = { document: document(DATA), selection: { active: new Position(2, 4) } };
  const vscode = {
    ...{ Position, Range, Uri, WorkspaceEdit },
    EventEmitter: class {
      event = () => ({ dispose: () => undefined });
      fire = () => undefined;
      dispose = () => undefined;
    },
    window: {
      activeTextEditor: editor,
      visibleTextEditors: answers.visible ? [editor, data] : [editor],
      showInformationMessage: tell,
      showWarningMessage: tell,
      showErrorMessage: tell,
      showInputBox: async ({ value }: { readonly value?: string }) => {
        asked.prompts.push(value);
        return answers.typed ?? value;
      },
      showQuickPick: async (items: readonly { readonly detail: string }[]) => {
        asked.shown.push(...items.map(({ detail }) => detail));
        return answers.pick === undefined ? undefined : items[answers.pick];
      },
    },
    workspace: {
      textDocuments: [],
      openTextDocument: async (uri: Uri) => document(uri.toString()),
      registerTextDocumentContentProvider: (_: string, given: typeof provider) => {
        provider = given;
        return { dispose: () => undefined };
      },
      applyEdit: async ({ edits }: WorkspaceEdit) => {
        for (const { uri, range, text } of edits.toReversed()) {
          const before = document(uri.toString());
          const [start, end] = [before.offsetAt(range.start), before.offsetAt(range.end)];
          const old = before.getText();
          texts.set(uri.toString(), `${old.slice(0, start)}${text}${old.slice(end)}`);
        }
        return true;
      },
    },
    commands: {
      executeCommand: async (id: string, before: Uri, after: Uri, title: string) => {
        if (id !== "vscode.diff") return;
        contents.set(after.toString(), provider.provideTextDocumentContent(after));
        asked.diffs.push({
          before: document(before.toString()).getText(),
          after: contents.get(after.toString())!,
          title,
        });
      },
    },
  };
  type Module = Record<string, (...given: unknown[]) => Promise<void>>;
  const module = await withVscode<Module>("updates/updates.ts", vscode);
  const { Previews } = await withVscode<{ Previews: new (scheme: string) => object }>("previews.ts", vscode);
  const kept = new Map<string, object>();
  const services = {
    choices: {
      query: (key: string) => kept.get(key) ?? {},
      setQuery: async (key: string, it: object) => void kept.set(key, it),
    },
    previews: new Previews("sxp-update"),
    session: {
      compile: async (uri: Uri) => service.compile({ uri: uri.toString() }),
      request: async (method: string, params: object) =>
        method === "sxp/nodeAt" ? service.nodeAt(params as never) : service.update(params as never),
    },
  };
  await module[name]!(services, undefined);
  // Offers are made beside the command.
  await new Promise((done) => setTimeout(done, 20));
  return { ...asked, data: texts.get(DATA)!, file: texts.get(FILE)! };
}

describe("an update", () => {
  const without = XML.replace(/.*"Museum"\/>\n/, "");

  it("is previewed as a diff of its data, and nothing is written", async () => {
    const { diffs, data, told } = await command("previewUpdate", 1);
    expect(diffs).toMatchObject([{ before: XML, title: "trip.xml: first" }]);
    expect(diffs[0]!.after.replace(/\s+/g, "")).toBe(without.replace(/\s+/g, ""));
    expect(data).toBe(XML);
    expect(told).toHaveLength(1);
  });

  it("is applied from the preview", async () => {
    const { data, diffs } = await command("previewUpdate", 1, { button: "Apply" });
    expect(data).toBe(diffs[0]!.after);
    expect(data).not.toBe(XML);
  });

  it("is applied at once, and says that nothing is saved", async () => {
    const { data, told, diffs } = await command("applyUpdate", 1);
    expect(data).not.toContain('"Museum"');
    expect(told.join()).toContain("not saved yet");
    expect(diffs).toEqual([]);
  });

  it("asks which node is meant, writes the answer into the update, and goes on", async () => {
    const unanswered = await command("applyUpdate", 2);
    expect(unanswered.shown).toContain("/Trip/Stop[1]");
    expect([unanswered.data, unanswered.file]).toEqual([XML, UPDATES]);
    const { shown, data, file } = await command("applyUpdate", 2, { pick: 1 });
    expect(file).toContain(`any() := delete node ${shown[1]};`);
    expect(data).not.toBe(XML);
  });

  it("asks for a node with the one at the cursor of the data", async () => {
    expect((await command("applyUpdate", 3)).prompts).toEqual([""]);
    const { prompts, data } = await command("applyUpdate", 3, { visible: true });
    expect(prompts).toEqual(["/Trip/Stop[2]"]);
    expect(data).not.toContain("Museum shop");
    const wrong = await command("applyUpdate", 3, { typed: "/Trip/Stop[9]" });
    expect(wrong.data).toBe(XML);
    expect(wrong.told.join()).toContain("/Trip/Stop[9]");
  });

  it("is not applied from a preview of other data: what it would do now is shown instead", async () => {
    const { data, diffs, told } = await command("previewUpdate", 1, { button: "Apply", meanwhile: "<Trip/>\n" });
    expect(data).toBe("<Trip/>\n");
    expect(diffs).toHaveLength(1);
    expect(told.length).toBeGreaterThan(1);
  });

  it("is there only at the cursor", async () => {
    expect((await command("applyUpdate", 0)).told).toEqual(["There is no update at the cursor."]);
  });
});
