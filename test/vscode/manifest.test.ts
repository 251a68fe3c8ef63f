import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LENS_COMMANDS, TOKEN_LEGEND, UPDATE_LENS_COMMANDS } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import { MANIFEST, SETTINGS } from "./support/manifest.js";
import { extensionPath, extensionText, rootText } from "./support/paths.js";

const { contributes } = MANIFEST;
const GUIDE = rootText("docs/reference/vs-code.md");
const ids = contributes.commands.map(({ command }) => command);

/** All sources of the extension as one text. */
const SOURCES = readdirSync(extensionPath("src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readFileSync(join(extensionPath("src"), path), "utf8"))
  .join("\n");

/** What a condition may ask for: VS Code's own keys, and ours. */
const KEYS = new Set([
  "editorLangId",
  "editorTextFocus",
  "resourceLangId",
  "resourceScheme",
  "resourceExtname",
  "resourceFilename",
  "explorerResourceIsFolder",
  "isWorkspaceTrusted",
  "true",
  "false",
  "sxp",
  "view",
  "viewItem",
  "query",
  "update",
  "run",
  "activeWebviewPanelId",
  "sxp.run",
  "sxp.queries",
  "sxp.runs",
  "memory",
  "task",
  "branch",
  "version",
  "false",
  "sxp.memories",
  "sxp.isRunning",
  "sxp.hasRun",
  "sxp.hasRuns",
  "sxp.hasHeat",
]);

describe("a command", () => {
  it.each(contributes.commands)("$command has a title and a category", ({ command, title, category }) => {
    expect(command).toMatch(/^sxp\.[a-zA-Z]+$/);
    expect(title).toMatch(/^[A-Z]/);
    expect(category).toBe("Semantic XPath");
  });

  it.each(ids)("%s has a condition in the palette", (id) => {
    const [item] = contributes.menus.commandPalette!.filter(({ command }) => command === id);
    expect(item?.when).toBeTruthy();
  });

  it.each(contributes.commands)("$command is in the guide under its title", ({ title }) => {
    expect(GUIDE).toContain(`**${title}**`);
  });

  it("of each lens is contributed", () => {
    for (const { command } of [...LENS_COMMANDS, ...UPDATE_LENS_COMMANDS]) expect(ids).toContain(command);
  });

  it("that runs something needs trust in every menu", () => {
    const RUNNING = [
      "sxp.run",
      "sxp.ask",
      "sxp.runWith",
      "sxp.debug",
      "sxp.copyAsTest",
      "sxp.inferSchema",
      "sxp.previewUpdate",
      "sxp.applyUpdate",
      "sxp.askData",
    ];
    const OF_MEMORIES = [
      "sxp.openVersion",
      "sxp.versionChanges",
      "sxp.compareVersions",
      "sxp.undoVersion",
      "sxp.restoreVersion",
      "sxp.newBranch",
      "sxp.mergeBranch",
      "sxp.applyStep",
      "sxp.blameNode",
      "sxp.askVersion",
      "sxp.queryMemory",
    ];
    for (const items of Object.values(contributes.menus)) {
      for (const { command, when } of items)
        if ([...RUNNING, ...OF_MEMORIES].includes(command) && when !== "false")
          expect(when).toContain("isWorkspaceTrusted");
    }
    // A key that is not bound writes into the file: it is bound, and says that trust is needed.
    for (const { when } of contributes.keybindings) expect(when).not.toContain("isWorkspaceTrusted");
  });
});

describe("menus and keys", () => {
  const items = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
  it("name only commands that there are", () => {
    expect(items.map(({ command }) => command).filter((id) => !ids.includes(id))).toEqual([]);
  });
  it("ask only for keys that there are, and ours are set", () => {
    for (const { when = "" } of items) {
      const names = when.replaceAll(/\/(?:\\.|[^/])*\//g, "").match(/[\w.]+/g) ?? [];
      expect(names.filter((name) => !KEYS.has(name))).toEqual([]);
    }
    for (const key of [...KEYS].filter((name) => name.startsWith("sxp."))) expect(SOURCES).toContain(`"${key}"`);
  });
});

describe("a setting", () => {
  it.each(Object.entries(SETTINGS))("%s has a default, a scope and a description", (_, property) => {
    expect(property).toHaveProperty("default");
    expect(["window", "resource", "machine"]).toContain(property.scope);
    expect(property.markdownDescription).toMatch(/[.]$/);
  });
  it.each(Object.keys(SETTINGS))("%s is in the guide", (name) => expect(GUIDE).toContain(`\`${name}\``));
  it.each(Object.keys(SETTINGS).filter((name) => name !== "sxp.trace.server"))("%s is read", (name) => {
    expect(SOURCES).toContain(`"${name.slice("sxp.".length)}"`);
  });
  it("that is read is contributed, with a default", async () => {
    const declared = /interface Settings \{([^}]*)\}/.exec(extensionText("src/client/settings.ts"))![1]!;
    const names = [...declared.matchAll(/readonly (\w+):/g)].map(([, name]) => `sxp.${name}`);
    expect(names.sort()).toEqual(
      Object.keys(SETTINGS)
        .filter((name) => name !== "sxp.trace.server")
        .sort(),
    );
    for (const name of names) expect(SETTINGS[name]!.default, name).toBeDefined();
  });
  it("that names a model, an address or a file to load can't come from an untrusted workspace", () => {
    const { supported, restrictedConfigurations } = MANIFEST.capabilities.untrustedWorkspaces;
    expect(supported).toBe("limited");
    for (const name of ["sxp.scorer", "sxp.data", "sxp.onnxRuntime", "sxp.modelsFolder"]) {
      expect(restrictedConfigurations).toContain(name);
      expect(SETTINGS).toHaveProperty([name]);
    }
    for (const name of ["sxp.onnxRuntime", "sxp.modelsFolder"]) expect(SETTINGS[name]!.scope).toBe("machine");
  });
});

describe("the manifest", () => {
  it("starts the extension for languages, debugging, notebooks, suites and its own panel only", () => {
    for (const event of MANIFEST.activationEvents)
      expect(event).toMatch(/^(?:on(?:Language|Debug\w+|Notebook|WebviewPanel)|workspaceContains):/);
  });
  it("has no keys that VS Code does not know", () => {
    const TOP =
      "name displayName description version license repository homepage bugs publisher private engines categories keywords icon galleryBanner main browser extensionKind activationEvents capabilities contributes scripts dependencies devDependencies";
    expect(Object.keys(MANIFEST).filter((key) => !TOP.split(" ").includes(key))).toEqual([]);
    const POINTS =
      "languages grammars semanticTokenScopes snippets jsonValidation breakpoints debuggers commands menus viewsContainers views viewsWelcome keybindings configuration configurationDefaults colors walkthroughs languageModelTools mcpServerDefinitionProviders notebooks notebookRenderer";
    expect(Object.keys(contributes).filter((key) => !POINTS.split(" ").includes(key))).toEqual([]);
  });
  it("has types no newer than the oldest editor that it runs in", () => {
    expect(MANIFEST.engines.vscode).toBe(`^${MANIFEST.devDependencies["@types/vscode"]}`);
  });
  it("names only files that are there", () => {
    const files = [
      MANIFEST.icon,
      contributes.languages[0]!.configuration,
      ...contributes.grammars.map(({ path }) => path),
      ...contributes.snippets.map(({ path }) => path),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
      ...contributes.jsonValidation.map(({ url }) => url).filter((url) => !url.startsWith("./dist/")),
      "LICENSE",
      "CHANGELOG.md",
      "README.md",
    ];
    expect(files.filter((file) => !existsSync(extensionPath(file)))).toEqual([]);
  });
  it("has a README whose links work where the extension is installed", () => {
    const links = [...extensionText("README.md").matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((link) => !/^(?:https:|images\/)/.test(link))).toEqual([]);
  });
  it("recognises a query file by its first line", () => {
    const firstLine = new RegExp(contributes.languages[0]!.firstLine);
    expect(firstLine.test('import schema "a.schema.json";')).toBe(true);
    expect(firstLine.test("declare query a() := //Day;")).toBe(true);
    expect(firstLine.test('import data from "./data.js";')).toBe(false);
    expect(firstLine.test('import x from "x";')).toBe(false);
  });
  it("maps every kind of semantic token that has no usual colour of its own", () => {
    const { scopes } = contributes.semanticTokenScopes[0]!;
    const kinds = Object.keys(scopes).map((key) => key.split(".")[0]!);
    expect(kinds.filter((kind) => !(TOKEN_LEGEND.tokenTypes as readonly string[]).includes(kind))).toEqual([]);
  });
  it("has colours for the heat in every kind of theme", () => {
    expect(contributes.colors.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5].map((band) => `sxp.heat${band}`));
    for (const { defaults } of contributes.colors) {
      expect(Object.keys(defaults).sort()).toEqual(["dark", "highContrast", "highContrastLight", "light"]);
    }
  });
});

describe("debugging", () => {
  const [debuggerOf] = contributes.debuggers;
  const { properties } = debuggerOf!.configurationAttributes.launch;
  it("describes every attribute", () => {
    for (const { description } of Object.values(properties)) expect(description).toMatch(/[.]$/);
  });
  it("describes what the adapter takes, and each is in the guide", () => {
    const taken = /export interface LaunchArguments \{([\s\S]*?)\n\}/.exec(rootText("packages/dap/src/launch.ts"))![1]!;
    const names = [...taken.matchAll(/readonly (\w+)\?:/g)].map(([, name]) => name!);
    expect(names.filter((name) => name !== "noDebug" && !(name in properties))).toEqual([]);
    for (const name of Object.keys(properties)) expect(GUIDE).toContain(`\`${name}\``);
  });
  it("starts from configurations that use only these", () => {
    const all = [...debuggerOf!.initialConfigurations, ...debuggerOf!.configurationSnippets.map(({ body }) => body)];
    for (const configuration of all) {
      const unknown = Object.keys(configuration).filter(
        (key) => !["type", "request", "name"].includes(key) && !(key in properties),
      );
      expect(unknown).toEqual([]);
    }
  });
});

describe("the walkthrough", () => {
  const { steps } = contributes.walkthroughs[0]!;
  it("has five steps and ends with a query that has run", () => {
    expect(steps).toHaveLength(5);
    expect(steps.at(-1)!.completionEvents).toEqual(["onCommand:sxp.run"]);
  });
  it("waits only for what VS Code tells", () => {
    for (const event of steps.flatMap(({ completionEvents }) => completionEvents)) {
      expect(event).toMatch(/^(?:onCommand:|onContext:|onStepSelected$)/);
    }
  });
  it("links and waits for commands that there are", () => {
    const named = steps.flatMap(({ description, completionEvents }) => [
      ...[...description.matchAll(/\(command:([\w.]+)\)/g)].map(([, id]) => id!),
      ...completionEvents
        .filter((event) => event.startsWith("onCommand:"))
        .map((event) => event.slice("onCommand:".length)),
    ]);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
