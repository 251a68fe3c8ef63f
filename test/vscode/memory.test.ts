import { createLanguageService } from "@semantic-xpath/lsp";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { Uri, withVscode } from "./support/withVscode.js";

interface Line {
  readonly label: string;
  readonly description?: string;
  readonly kind?: string;
  readonly place?: object;
}
interface Provider {
  getChildren(line?: Line): Promise<readonly Line[]>;
}

const FOLDER = "file:///t/trips";
const rename = (name: string) => `replace value of node /Trip/Stop[1]/@name with "${name}"`;

/** An editor over one memory, and a user who answers in a way. */
async function editor(
  answers: { readonly button?: string; readonly sides?: readonly (string | null)[] } = {},
  isTrusted = true,
) {
  const store = Memory.create(inMemoryJournal(), { now: () => new Date(Date.UTC(2026, 4, 1)) });
  const task = store.createTask("trip", readXml('<Trip><Stop name="Tower"/></Trip>'), {
    provenance: { reason: "planned" },
  });
  const service = createLanguageService({
    ...{ readText: () => null, files: () => [], list: () => [] },
    memories: { use: async (_, __, work) => work(store) },
  });
  const asked: string[] = [];
  const told: string[] = [];
  const diffs: { readonly title: string; readonly after: string }[] = [];
  const sides = [...(answers.sides ?? [])];
  const disposable = { dispose: () => undefined };
  const providers = new Map<string, { provideTextDocumentContent(uri: Uri): string }>();
  let tree: Provider | undefined;
  const tell = async (words: string, ...buttons: string[]) => {
    told.push(words);
    return buttons.find((one) => one === answers.button);
  };
  const vscode = {
    Uri: Object.assign(Uri, { joinPath: (uri: Uri, up: string) => (up === ".." ? Uri.parse(FOLDER) : uri) }),
    EventEmitter: class {
      event = () => disposable;
      fire = () => undefined;
      dispose = () => undefined;
    },
    FileType: { Directory: 2 },
    RelativePattern: class {},
    window: {
      activeTextEditor: undefined,
      registerTreeDataProvider(_: string, given: Provider) {
        tree = given;
        return disposable;
      },
      showInformationMessage: tell,
      showWarningMessage: tell,
      showErrorMessage: tell,
      showQuickPick: async (items: readonly { readonly side: string }[]) => {
        const side = sides.shift() ?? null;
        return items.find((item) => item.side === side);
      },
    },
    workspace: {
      isTrusted,
      workspaceFolders: [{ uri: Uri.parse("file:///t") }],
      findFiles: async () => [Uri.parse(`${FOLDER}/memory.db`), Uri.parse("file:///t/other-memory.db")],
      asRelativePath: () => "trips",
      createFileSystemWatcher: () => ({
        ...disposable,
        ...{ onDidCreate: () => disposable, onDidChange: () => disposable, onDidDelete: () => disposable },
      }),
      fs: { stat: async () => ({ size: 1, mtime: 1 }) },
      onDidGrantWorkspaceTrust: () => disposable,
      registerTextDocumentContentProvider(scheme: string, given: { provideTextDocumentContent(uri: Uri): string }) {
        providers.set(scheme, given);
        return disposable;
      },
    },
    commands: {
      executeCommand: async (id: string, _: Uri, after: Uri, title: string) => {
        if (id === "vscode.diff")
          diffs.push({ title, after: providers.get("sxp-memory-step")!.provideTextDocumentContent(after) });
      },
    },
  };
  const { showMemories } = await withVscode<{ showMemories(services: object): unknown }>(
    "memory/memoryView.ts",
    vscode,
  );
  const { previewStep } = await withVscode<{ previewStep(services: object, step: object): Promise<void> }>(
    "memory/steps.ts",
    vscode,
  );
  const { Previews } = await withVscode<{ Previews: new (scheme: string) => object }>("previews.ts", vscode);
  const services = {
    steps: new Previews("sxp-memory-step"),
    session: {
      request: async (method: string, params: never) => {
        asked.push(method);
        return service[method.replace("sxp/", "") as "memoryTasks"](params);
      },
    },
  };
  showMemories(services);
  const step = async (of: object) => {
    await previewStep(services, { memory: FOLDER, task: "trip", step: of });
    // Offers are made beside the command.
    await new Promise((done) => setTimeout(done, 30));
  };
  return { store, task, tree: tree!, asked, told, diffs, step };
}

describe("the view of memories", () => {
  it("asks for nothing before a memory is expanded, and then for what is expanded", async () => {
    const { tree, task, store, asked } = await editor();
    for (let n = 0; n < 101; n++) await store.update(task, rename(`Tower ${n}`));
    const [memory, ...others] = await tree.getChildren();
    expect([memory!.label, others, asked]).toEqual(["trips", [], []]);
    const [trip] = await tree.getChildren(memory);
    expect([trip!.label, trip!.description]).toEqual(["trip", "2 nodes · 102 versions"]);
    const [main] = await tree.getChildren(trip);
    const versions = await tree.getChildren(main);
    expect(versions).toHaveLength(101);
    expect(versions[0]!.label).toMatch(/^102 {2}changed name of/);
    expect(versions[0]!.place).toMatchObject({
      memory: FOLDER,
      task: "trip",
      branch: "main",
      version: 102,
      parent: 101,
    });
    const older = await tree.getChildren(versions.at(-1));
    expect(older.at(-1)!.label).toBe("1  planned");
    expect(asked).toEqual(["sxp/memoryTasks", "sxp/memoryVersions", "sxp/memoryVersions"]);
  });

  it("lists none without trust", async () => {
    const { tree, asked } = await editor({}, false);
    expect([await tree.getChildren(), asked]).toEqual([[], []]);
  });
});

describe("a step in the editor", () => {
  it("is shown as a diff, and done when the user says so", async () => {
    const { store, task, step, diffs, told } = await editor({ button: "Apply" });
    await store.update(task, rename("Castle"));
    await step({ kind: "restore", version: 1, branch: "main" });
    expect(diffs).toEqual([{ title: "trip: go back to version 1", after: expect.stringContaining("Tower") }]);
    expect(task.head().operation).toBe("restore");
    expect(told.at(-1)).toBe("Version 3 is as version 1 was (1 change).");
  });

  it("does nothing where it is not confirmed, and says where nothing would change", async () => {
    const { store, task, step, told } = await editor();
    await step({ kind: "restore", version: 1, branch: "main" });
    expect(told).toEqual(["Going back to version 1 would change nothing."]);
    await store.update(task, rename("Castle"));
    await step({ kind: "undo", version: 2, branch: "main" });
    expect(task.versions()).toHaveLength(2);
  });

  it.each([
    ["theirs", "Cinema", 4],
    ["ours", null, 4],
    [null, null, 3],
  ])("asks for a side where both changed the same: %s", async (side, name, count) => {
    const { store, task, step, diffs } = await editor({ button: "Apply", sides: [side] });
    task.branch("rainy", 1);
    await store.update(task, rename("Castle"));
    await store.update(task, rename("Cinema"), { branch: "rainy" });
    await step({ kind: "merge", from: 3, branch: "main" });
    expect(task.versions()).toHaveLength(count);
    expect(diffs).toHaveLength(side === null ? 0 : 1);
    if (name !== null) expect(diffs[0]!.after).toContain(name);
  });

  it("of something that is not there is a message", async () => {
    const { step, told } = await editor();
    await step({ kind: "undo", version: 9, branch: "main" });
    expect(told[0]).toContain("9");
  });
});
