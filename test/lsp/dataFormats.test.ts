import type { LanguageHost } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { dataUris } from "../../packages/lsp/src/features/workspace/dataUris.js";
import { ROOT, workspaceOf } from "./readWorkspace.js";

const FILES = {
  "plan.yaml": "days:\n  - city: Ottawa\n  - city: Toronto\n",
  "table.csv": "city,n\nOttawa,1\nToronto,2\n",
  "page.html": "<html><body><p>quiet park</p></body></html>",
  "log.jsonl": '{"city": "Ottawa"}\n{"city": "Toronto"}\n',
  "memory/a.xml": '<Day><POI name="High Park"/></Day>',
  "memory/deep/b.xml": '<Day><POI name="Museum"/><POI name="Lake"/></Day>',
  "memory/deep/bad.xml": "<Day>",
  "memory/c.json": '{"type": "Day", "children": []}',
};

describe("import data", () => {
  it.each(["plan.yaml", "table.csv", "page.html", "log.jsonl"])("reads %s", async (file) => {
    const { service, document, settled } = workspaceOf(FILES);
    const text = document(`import data "${file}";\ndeclare query all() := //*;\n`);
    expect(await settled(() => service.diagnostics(text))).toEqual([]);
    const hints = await settled(() =>
      service.inlayHints(text, { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }),
    );
    expect(hints.length).toBeGreaterThan(0);
  });

  it("knows the files of a folder and of a pattern, and says which can't be read", async () => {
    const { service, document, settled } = workspaceOf(FILES);
    const folder = document('import data "memory/";\ndeclare query all() := //POI;\n');
    const [found] = await settled(() => service.diagnostics(folder));
    // A folder is one tree, as in the command.
    const inFolder = document(
      'import data "memory";\ndeclare query all() := /Folder/Document[@path = "a.xml"]/Day/POI;\n',
    );
    const one = await settled(() =>
      service.hover(inFolder, inFolder.positionAt(inFolder.getText().indexOf("POI") + 1)),
    );
    expect(JSON.stringify(one)).toContain("**1 match**");
    expect(found!.message).toMatch(/^"memory\/": bad\.xml: /);
    const pattern = document('import data "memory/**/[ab].xml";\ndeclare query all() := //POI;\n');
    expect(await settled(() => service.diagnostics(pattern))).toEqual([]);
    const hover = await settled(() => service.hover(pattern, { line: 1, character: 26 }));
    expect(JSON.stringify(hover)).toContain("**3 matches**");
    const hints = await settled(() =>
      service.inlayHints(pattern, { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }),
    );
    expect(JSON.stringify(hints)).toContain("3");
  });

  it.each([
    ["table.csv", "city,n\nOttawa\n", ["SXP4015 2"]],
    ["plan.json", '{"a": 1,\n"a": 2}', ["SXP4016 2"]],
    ["plan.xml", "<Plan>\n<Day>\n</Plan>\n& ", ["SXP4005"]],
    ["log.jsonl", '{"n": 1,}\n{"n": 2}\n{"n" 3}', ["SXP4007 1", "SXP4007 3"]],
    ["notes/a.md", "---\ntags: [\n---\n", ["SXP4017"]],
  ])("shows all that is wrong with %s in that file, once a query reads it", async (name, content, expected) => {
    const { service, document, settled } = workspaceOf({ [name]: content });
    const open = TextDocument.create(ROOT + name, "", 1, content);
    expect(service.diagnostics(open)).toEqual([]);
    const path = name.replace(/\/.*/, "");
    await settled(() => service.diagnostics(document(`import data "${path}";\ndeclare query all() := //*;\n`)));
    const found = await settled(() => service.diagnostics(open));
    const shown = found.map(({ code, range }) => `${code} ${range.start.line + 1}`);
    for (const [i, one] of expected.entries()) expect(shown[i]).toMatch(new RegExp(`^${one}`));
    expect(new Set(found.map(({ source }) => source))).toEqual(new Set(["sxp"]));
  });

  it("says that nothing is there", async () => {
    const { service, document, settled } = workspaceOf(FILES);
    const [found] = await settled(() =>
      service.diagnostics(document('import data "none/*.xml";\ndeclare query all() := //POI;\n')),
    );
    expect(found!.message).toContain('There is no file "none/*.xml"');
  });

  it("offers the paths of every format", async () => {
    const { service, document, settled } = workspaceOf(FILES);
    const { items } = await settled(() => service.complete(document('import data "";'), { line: 0, character: 13 }));
    const labels = items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["plan.yaml", "table.csv", "page.html", "log.jsonl", "memory/"]));
  });
});

describe("the files that an import names", () => {
  const host = (list: LanguageHost["list"]): LanguageHost => ({ readText: () => null, files: () => [], list });

  it("are never outside of the workspace, nor more than are looked at", () => {
    const listed: string[] = [];
    const endless = host((folder) => {
      listed.push(folder);
      return ["again/", "a.xml"];
    });
    expect(dataUris(endless, "file:///etc/*.xml", "file:///home")).toBeNull();
    expect(dataUris(endless, "file:///home/../etc/", "file:///home") === null).toBe(true);
    expect(listed).toEqual([]);
    expect(dataUris(endless, "file:///home/", "file:///home")!.length).toBeLessThanOrEqual(500);
    expect(listed.length).toBeLessThan(1100);
  });

  it("are looked for in no folder that the pattern can't lead into", () => {
    for (const [pattern, folders] of [
      ["*.xml", [""]],
      ["*/*.xml", ["", "a/"]],
      ["*/*/c.xml", ["", "a/", "a/a/"]],
      ["a/*.xml", ["a/"]],
    ] as const) {
      const listed: string[] = [];
      const deep = host((folder) => {
        listed.push(folder.slice("file:///home/".length));
        return ["a/", "b.xml"];
      });
      dataUris(deep, `file:///home/${pattern}`, "file:///home");
      expect(listed).toEqual(folders);
    }
  });

  it("are unknown while a folder is read, and may have any names", () => {
    expect(
      dataUris(
        host(() => undefined),
        "file:///home/m/",
        "file:///home",
      ),
    ).toBeUndefined();
    const odd = host((folder) =>
      folder === "file:///home/m/" ? ["a b#.xml", "__proto__.json", ".hidden/", "x.txt"] : [],
    );
    expect(dataUris(odd, "file:///home/m/", "file:///home")).toEqual([
      "file:///home/m/__proto__.json",
      "file:///home/m/a%20b%23.xml",
    ]);
  });
});
