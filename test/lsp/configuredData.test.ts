import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createLanguageService, type LanguageHost } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { clientFiles } from "../../packages/lsp/src/server/clientFiles.js";
import type { FileSystem } from "../../packages/lsp/src/server/fileSystem.js";
import { Files } from "../../packages/lsp/src/server/files.js";
import { nodeFiles } from "../../packages/lsp/src/server/nodeFiles.js";
import { repository, sxp } from "../cli/sxp.js";

const SCHEMA = {
  version: 1,
  roots: ["Log"],
  types: {
    Log: { children: { Entry: {} } },
    Entry: { text: true, attributes: { level: { type: "string" } } },
  },
};
const MAPPING = {
  version: 1,
  root: "Log",
  rules: { Log: { children: [{ each: "*", as: "Entry" }] }, Entry: { text: "message", attributes: { level: "n" } } },
};

/** A folder with an export of chats, a log with a mapping and a schema of its own, and a configuration that says so. */
function project(data?: object): string {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-configured-"));
  cpSync(join(repository, "examples/chats"), join(cwd, "chats"), { recursive: true });
  writeFileSync(
    join(cwd, "log.json"),
    '[{ "message": "hello", "n": "high", "by": "Ana" }, { "message": "bye", "n": 2 }]',
  );
  writeFileSync(join(cwd, "log.mapping.json"), JSON.stringify(MAPPING));
  writeFileSync(join(cwd, "log.schema.json"), JSON.stringify(SCHEMA));
  configure(cwd, data ?? DATA);
  return cwd;
}
const DATA = {
  "chats/conv*.json": { mapping: "chatgpt" },
  "log.json": { mapping: "log.mapping.json", schema: "log.schema.json" },
};
const configure = (cwd: string, data: object): void =>
  writeFileSync(join(cwd, "sxp.config.json"), JSON.stringify({ data }));

function workspaceIn(cwd: string, fileSystem: FileSystem = nodeFiles) {
  const folder = `${pathToFileURL(cwd).href}/`;
  const files = new Files(fileSystem, { get: () => undefined, all: () => [] } as never, () => undefined);
  const service = createLanguageService(files as unknown as LanguageHost);
  service.configure({ folders: { [folder]: {} } });
  const query = (text: string) => TextDocument.create(`${folder}q.sxp`, "sxp", 1, text);
  const settled = async <T>(ask: () => T | Promise<T>): Promise<T> => {
    for (let round = 0; round < 6; round++) {
      await ask();
      await files.settled();
    }
    return ask();
  };
  return { service, files, folder, query, settled };
}

describe("data that a configuration has a mapping for", () => {
  it("has as many matches in a hover as the command has rows", async () => {
    const cwd = project();
    const { service, query, settled } = workspaceIn(cwd);
    const text = query('import data "chats/conversations.json";\ndeclare query turns() := //Turn;\n');
    const hover = await settled(() => service.hover(text, text.positionAt(text.getText().indexOf("Turn;") + 1)));
    const { out } = await sxp(["run", "count(//Turn)", "--data", "chats/conversations.json", "--format", "values"], {
      cwd,
    });
    expect(Number(out)).toBeGreaterThan(3);
    expect(JSON.stringify(hover)).toContain(`**${Number(out)} matches**`);
  });

  it("is checked against its schema, which queries know without an import", async () => {
    const cwd = project();
    const { service, folder, query, settled } = workspaceIn(cwd);
    const text = query('import data "log.json";\ndeclare query all() := //Entri;\n');
    const [unknown] = await settled(() => service.diagnostics(text));
    expect(unknown?.message).toContain('Did you mean "Entry"?');
    expect(unknown?.severity).toBe(1);
    const data = TextDocument.create(
      `${folder}log.json`,
      "json",
      1,
      '[{ "message": "hello", "n": "high", "by": "Ana" }, { "message": "bye", "n": 2 }]',
    );
    const found = await settled(() => service.diagnostics(data));
    expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(["SXP4021"]));
    expect(
      found
        .filter(({ severity }) => severity === 2)
        .map(({ message }) => message)
        .join(),
    ).toContain('"by" is not an attribute of "Entry"');
    const { err } = await sxp(["run", "//Entri", "--data", "log.json"], { cwd });
    expect(err).toContain('Did you mean "Entry"?');
  });

  it("has the schema that the document imports, or the settings name, before that of the configuration", async () => {
    const cwd = project();
    writeFileSync(join(cwd, "own.schema.json"), JSON.stringify(SCHEMA).replaceAll("Entry", "Entri"));
    const { service, query, settled } = workspaceIn(cwd);
    const text = query('import schema "own.schema.json";\nimport data "log.json";\ndeclare query all() := //Entri;\n');
    expect((await settled(() => service.diagnostics(text))).filter(({ severity }) => severity === 1)).toEqual([]);
  });

  it("may follow a shipped schema", async () => {
    const { service, query, settled } = workspaceIn(
      project({ "chats/*.json": { mapping: "chatgpt", schema: "chatgpt" } }),
    );
    const text = query('import data "chats/conversations.json";\ndeclare query turns() := //Turm;\n');
    const [unknown] = await settled(() => service.diagnostics(text));
    expect(unknown?.message).toContain('Did you mean "Turn"?');
    expect((await service.run({ uri: text.uri })).problem).not.toBeNull();
  });

  it("is read anew when the configuration changes", async () => {
    const cwd = project({});
    const { service, files, folder, query, settled } = workspaceIn(cwd);
    const text = query('import data "log.json";\ndeclare query all() := //Entry;\n');
    const hover = () => service.hover(text, text.positionAt(text.getText().indexOf("Entry") + 1));
    expect(JSON.stringify(await settled(hover))).not.toContain("**2 matches**");
    configure(cwd, DATA);
    files.changed(`${folder}sxp.config.json`, false);
    expect(JSON.stringify(await settled(hover))).toContain("**2 matches**");
  });

  it("is not read at all where the configuration leads out of its folder, or names nothing", async () => {
    const outside = project();
    const cwd = project({
      "log.json": { mapping: "link/log.mapping.json" },
      "chats/*.json": { mapping: "none.mapping.json" },
    });
    symlinkSync(outside, join(cwd, "link"));
    const { service, query, settled } = workspaceIn(cwd);
    const said = async (path: string) =>
      (await settled(() => service.diagnostics(query(`import data "${path}";\ndeclare query all() := //Entry;\n`))))[0]
        ?.message;
    expect(await said("log.json")).toContain("it leads out of the folder");
    expect(await said("chats/conversations.json")).toContain("can't be read");
  });
});

describe("a host without Node", () => {
  const answering = (reading: unknown): FileSystem => {
    const ask = async (method: string, { uri }: { uri: string }) => {
      if (method === "sxp/dataReading") return reading;
      return method === "sxp/readFile" ? nodeFiles.read(uri) : [];
    };
    return clientFiles({ sendRequest: ask } as never);
  };
  const IMPORT = 'import data "chats/conversations.json";\ndeclare query turns() := //Turn;\n';

  it("gives a mapping by its name", async () => {
    const { service, query, settled } = workspaceIn(project({}), answering({ mapping: "chatgpt" }));
    const text = query(IMPORT);
    const hover = await settled(() => service.hover(text, text.positionAt(text.getText().indexOf("Turn;") + 1)));
    expect(JSON.stringify(hover)).toMatch(/\*\*\d+ matches\*\*/);
  });

  it("is told of a name that is none", async () => {
    const { service, query, settled } = workspaceIn(project({}), answering({ mapping: "chatgtp" }));
    const [found] = await settled(() => service.diagnostics(query(IMPORT)));
    expect(found?.message).toContain('There is no mapping "chatgtp". Did you mean "chatgpt"?');
  });
});
