import { createLanguageService } from "@semantic-xpath/lsp";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { Position, Range, textDocument, Uri, withVscode } from "./support/withVscode.js";

/** What assistants of the editor can do: tools that ask and change, and servers for memories. */
const DATA = "file:///t/trip.xml";
const MEMORY = "file:///t/trips";
const XML = `<Trip>\n  <Stop name="Museum" cost="5"/>\n  <Stop name="Tower" cost="7"/>\n</Trip>\n`;

interface Prepared {
  readonly confirmationMessages?: { readonly title: string; readonly message: { readonly value: string } };
}
interface Tool {
  prepareInvocation(given: object): Prepared | Promise<Prepared>;
  invoke(given: object): Promise<{ readonly parts: readonly { readonly text: string }[] }>;
}

/** The tools over a data file and a memory of the workspace. */
async function tools({ isTrusted = true, tasks = ["trip"] } = {}) {
  const store = Memory.create(inMemoryJournal());
  for (const name of tasks) store.createTask(name, readXml(XML));
  const texts = new Map([[DATA, XML]]);
  const service = createLanguageService({
    readText: (uri) => texts.get(uri) ?? null,
    files: () => [],
    list: () => [],
    memories: { use: async (_, __, work) => work(store) },
  });
  service.configure({ trusted: isTrusted });
  /** A host reads versions ahead. */
  const versionText = async (uri: string): Promise<string> => {
    const { text } = await service.memoryFile({ uri });
    texts.set(uri, text);
    return text;
  };
  const requests: Readonly<Record<string, (params: never) => unknown>> = {
    "sxp/question": service.question,
    "sxp/update": service.update,
    "sxp/memoryTasks": service.memoryTasks,
    "sxp/memoryFile": async (params: Parameters<typeof service.memoryFile>[0]) => {
      const answer = await service.memoryFile(params);
      if (answer.uri !== null) texts.set(answer.uri, answer.text);
      return answer;
    },
  };
  const tools = new Map<string, Tool>();
  const told: string[] = [];
  class Uris extends (Uri as unknown as { new (text: string): Uri }) {
    static parse = Uri.parse;
    static joinPath = (uri: Uri, path: string) => Uri.parse(new URL(path, `${uri.toString()}/`).href);
  }
  class WorkspaceEdit {
    readonly edits: { readonly uri: Uri; readonly range: Range; readonly text: string }[] = [];
    replace = (uri: Uri, range: Range, text: string) => void this.edits.push({ uri, range, text });
  }
  const opened = async (uri: Uri) => {
    const name = uri.toString();
    return textDocument(name, name.startsWith("sxp-memory:") ? await versionText(name) : texts.get(name)!);
  };
  const vscode = {
    ...{ Position, Range, Uri: Uris, WorkspaceEdit },
    lm: { registerTool: (name: string, tool: Tool) => tools.set(name, tool) },
    LanguageModelToolResult: class {
      constructor(readonly parts: readonly object[]) {}
    },
    LanguageModelTextPart: class {
      constructor(readonly text: string) {}
    },
    MarkdownString: class {
      value = "";
      appendText = (text: string) => Object.assign(this, { value: `${this.value}${text}` });
      appendCodeblock = (text: string) => Object.assign(this, { value: `${this.value}\n${text}` });
    },
    window: { showInformationMessage: async (words: string) => void told.push(words) },
    workspace: {
      workspaceFolders: [{ uri: Uri.parse("file:///t") }],
      openTextDocument: opened,
      fs: {
        stat: async (uri: Uri) => {
          if (uri.toString() !== `${MEMORY}/memory.db`) throw new Error("There is no such file.");
        },
      },
      applyEdit: async ({ edits }: WorkspaceEdit) => {
        for (const { uri, range, text } of edits.toReversed()) {
          const before = await opened(uri);
          const old = before.getText();
          const [start, end] = [before.offsetAt(range.start), before.offsetAt(range.end)];
          texts.set(uri.toString(), `${old.slice(0, start)}${text}${old.slice(end)}`);
        }
        return true;
      },
    },
  };
  const { registerTools } = await withVscode<{ registerTools(services: unknown): unknown[] }>(
    "assistants/tools.ts",
    vscode,
  );
  registerTools({ session: { request: async (method: string, params: never) => requests[method]!(params) } });
  const prepare = async (name: string, input: object) => tools.get(name)!.prepareInvocation({ input });
  const invoke = async (name: string, input: object): Promise<string> =>
    (await tools.get(name)!.invoke({ input })).parts[0]!.text;
  return { prepare, invoke, store, texts, told };
}

describe("the tool that asks", () => {
  it("answers with results first, and reads no file outside of the workspace", async () => {
    const { invoke } = await tools();
    const ask = (file: string, question: string) => invoke("sxp_query", { file, question });
    expect(await ask("trip.xml", "//Stop[@cost > 6]")).toBe(
      "1 result\n/Trip/Stop[2] Tower · cost 7\nquery: //Stop[@cost > 6]",
    );
    expect(await ask("trip.xml", "sum(//Stop/@cost)")).toContain("12");
    expect(await ask("../secret.xml", "//Stop")).toContain("is no file of it");
  });

  it("asks the newest version of a task, and names the tasks if it is not clear which", async () => {
    const one = await tools();
    expect(await one.invoke("sxp_query", { file: "trips", question: "count(//Stop)" })).toContain("2");
    await one.store.update("trip", "delete node //Stop[1]");
    expect(await one.invoke("sxp_query", { file: "trips", question: "count(//Stop)" })).toContain("1");
    const several = await tools({ tasks: ["trip", "constructor"] });
    const unclear = await several.invoke("sxp_query", { file: "trips", question: "//Stop" });
    expect(unclear).toBe('Name a task of the memory. It has: "trip", "constructor".');
    const wrong = await several.invoke("sxp_query", { file: "trips", task: "__proto__", question: "//Stop" });
    expect(wrong).toContain('no task "__proto__"');
  });

  it("is not there where the editor has no tools", async () => {
    const { registerTools } = await withVscode<{ registerTools(services: unknown): unknown[] }>("assistants/tools.ts", {
      workspace: {},
    });
    expect(registerTools({ session: {} })).toEqual([]);
  });
});

describe("the tools that change", () => {
  const update = 'replace value of node //Stop[@name = "Tower"]/@cost with "8"';

  it("preview a change, and make nothing", async () => {
    const { invoke, texts } = await tools();
    const preview = await invoke("sxp_preview_update", { file: "trip.xml", update });
    expect(preview).toMatch(/7[\s\S]*8/);
    expect(texts.get(DATA)).toBe(XML);
  });

  it("make a change of a data file that a person was shown, once", async () => {
    const { prepare, invoke, texts, told } = await tools();
    const input = { file: "trip.xml", update };
    const { confirmationMessages } = await prepare("sxp_apply_update", input);
    expect(confirmationMessages!.title).toBe("Change trip.xml?");
    expect(confirmationMessages!.message.value).toMatch(/7[\s\S]*8/);
    expect(texts.get(DATA)).toBe(XML);
    expect(await invoke("sxp_apply_update", input)).toContain("not saved yet");
    expect(texts.get(DATA)).toBe(XML.replace('"7"', '"8"'));
    expect(told).toEqual([expect.stringContaining("not saved yet")]);
    texts.set(DATA, XML);
    expect(await invoke("sxp_apply_update", input)).toContain("Nobody was asked");
    expect(texts.get(DATA)).toBe(XML);
  });

  it("make a version of a memory by the assistant, with its reason", async () => {
    const { prepare, invoke, store } = await tools();
    const input = { file: "trips", update, reason: "the price has risen" };
    await prepare("sxp_apply_update", input);
    expect(await invoke("sxp_apply_update", input)).toContain("It is version 2 of trip.");
    expect(store.task("trip").head().provenance).toMatchObject({ author: "assistant", reason: "the price has risen" });
  });

  it("make nothing without a question, after another change, or for an input that differs from the confirmed one", async () => {
    const { prepare, invoke, store, texts } = await tools();
    expect(await invoke("sxp_apply_update", { file: "trips", update })).toContain("Nobody was asked");
    await prepare("sxp_apply_update", { file: "trips", update });
    const other = { file: "trips", update: "delete node //Stop[1]" };
    expect(await invoke("sxp_apply_update", other)).toContain("Nobody was asked");
    await store.update("trip", "delete node //Stop[1]");
    expect(await invoke("sxp_apply_update", { file: "trips", update })).toContain("has changed since");
    expect(store.task("trip").head().number).toBe(2);
    await prepare("sxp_apply_update", { file: "trip.xml", update });
    texts.set(DATA, XML.replace("5", "6"));
    expect(await invoke("sxp_apply_update", { file: "trip.xml", update })).toContain("has changed since");
    expect(texts.get(DATA)).toContain('"7"');
  });

  it("ask nobody about a change that can't be made, and answer why", async () => {
    const { prepare, invoke } = await tools();
    for (const [wrong, reason] of [
      ["delete node //Shop", /Shop|meant/],
      ["delete node", /./],
      ["//Stop", /./],
    ] as const) {
      const input = { file: "trip.xml", update: wrong };
      expect((await prepare("sxp_apply_update", input)).confirmationMessages).toBeUndefined();
      expect(await invoke("sxp_apply_update", input)).toMatch(reason);
    }
    const several = { file: "trip.xml", update: 'delete node //Stop[node =~ "museum or tower"]' };
    expect((await prepare("sxp_apply_update", several)).confirmationMessages).toBeUndefined();
  });

  it("do nothing in a workspace that is not trusted", async () => {
    const { prepare, invoke, texts } = await tools({ isTrusted: false });
    for (const file of ["trip.xml", "trips"]) {
      expect((await prepare("sxp_apply_update", { file, update })).confirmationMessages).toBeUndefined();
      expect(await invoke("sxp_apply_update", { file, update })).toContain("not trusted");
    }
    expect(texts.get(DATA)).toBe(XML);
  });
});

describe("servers for memories", () => {
  interface Definition {
    readonly label: string;
    readonly command: string;
    readonly args: readonly string[];
    readonly version: string;
  }
  interface Provider {
    provideMcpServerDefinitions(): Promise<readonly Definition[]>;
  }

  async function provided({ isTrusted = true, writes = false, hasNode = true, isProposal = false } = {}) {
    let provider: Provider | undefined;
    const disposable = { dispose: () => undefined };
    const on = () => disposable;
    const vscode = {
      Uri: Object.assign(Uri, {
        joinPath: (uri: Uri, ...path: string[]) =>
          Uri.parse(new URL(path.join("/"), uri.toString().replace(/\/?$/, "/")).href.replace(/\/$/, "")),
      }),
      EventEmitter: class {
        event = on;
        fire = () => undefined;
        dispose = () => undefined;
      },
      FileType: { Directory: 2 },
      RelativePattern: class {},
      McpStdioServerDefinition: class {
        constructor(
          readonly label: string,
          readonly command: string,
          readonly args: readonly string[],
          readonly env: object,
          readonly version: string,
        ) {}
      },
      lm: {
        registerMcpServerDefinitionProvider: (_: string, given: Provider) => {
          if (isProposal) throw new Error("CANNOT USE API PROPOSAL");
          provider = given;
          return disposable;
        },
      },
      workspace: {
        isTrusted,
        workspaceFolders: [{ uri: Uri.parse("file:///t") }],
        findFiles: async () => [Uri.parse(`${MEMORY}/memory.db`)],
        asRelativePath: ({ path }: Uri) => path.replace("/t/", ""),
        getWorkspaceFolder: () => ({ uri: Uri.parse("file:///t") }),
        getConfiguration: () => ({ get: () => writes }),
        ...{ onDidGrantWorkspaceTrust: on, onDidChangeConfiguration: on },
        createFileSystemWatcher: () => ({ ...disposable, onDidCreate: on, onDidDelete: on }),
      },
    };
    const { defineServers } = await withVscode<{ defineServers(services: unknown): unknown[] }>(
      "assistants/memoryServers.ts",
      vscode,
    );
    const context = { extensionUri: Uri.parse("file:///extension"), extension: { packageJSON: { version: "1.0.0" } } };
    const made = defineServers({ context, platform: { hasNode }, log: { debug: () => undefined } });
    return { made, definitions: (await provider?.provideMcpServerDefinitions()) ?? [] };
  }

  it("are defined one for each, on the Node of the editor, and read only", async () => {
    const { definitions } = await provided();
    expect(definitions).toMatchObject([
      {
        label: "Memory trips",
        command: process.execPath,
        args: ["/extension/dist/server.js", "--mcp", "/t/trips"],
        version: "1.0.0",
      },
    ]);
  });

  it("write if the setting of the machine allows it, and are then others", async () => {
    const [definition] = (await provided({ writes: true })).definitions;
    expect([definition!.args.at(-1), definition!.version]).toEqual(["--write", "1.0.0+write"]);
  });

  it("are not there without trust", async () => {
    expect((await provided({ isTrusted: false })).definitions).toEqual([]);
  });

  it("are not there in a browser, nor where the editor only proposes them", async () => {
    expect((await provided({ hasNode: false })).made).toEqual([]);
    expect((await provided({ isProposal: true })).made).toEqual([]);
  });
});
