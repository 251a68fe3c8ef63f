import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { DATA_LIMIT } from "../../packages/lsp/src/features/host.js";
import { readDataAhead, readDataFile } from "../../packages/lsp/src/features/workspace/dataFile.js";
import { byScheme, clientFiles } from "../../packages/lsp/src/server/clientFiles.js";
import { nodeFiles } from "../../packages/lsp/src/server/nodeFiles.js";
import { exampleUri, file, query } from "./kit.js";

const hovered = async (marked: string, settings = {}): Promise<string> => {
  const { service, document, position } = query(marked, settings);
  const hover = await service.hover(document, position);
  return (hover!.contents as { value: string }).value;
};

describe("the matches in a hover are", () => {
  it("as many as the settings want, and as text", async () => {
    expect(await hovered("/Itinerary/Da<|>y", { hoverMatches: 0 })).not.toContain("- `/Itinerary");
    expect((await hovered("/Itinerary/Da<|>y", { hoverMatches: 20 })).match(/^- `\/Itinerary\/Day/gm)).toHaveLength(7);
    const marked = file("file:///t/q.sxp", 'import data "d.xml";\ndeclare query a() := //<|>N;', {
      "file:///t/d.xml": '<A><N name="*bold* [link](x) &lt;b&gt;"/></A>',
    });
    const hover = await marked.service.hover(marked.document, marked.position);
    expect((hover!.contents as { value: string }).value).toContain("\\*bold\\* \\[link\\]\\(x\\) \\<b\\>");
  });
});

describe("the files that a query is understood by", () => {
  const uri = "file:///t/q.sxp";
  it("are told, and whether the file imports them", () => {
    const { service } = file(uri, 'import data "d.xml";\ndeclare query a() := //N;', { "file:///t/d.xml": "<N/>" });
    expect(service.compile({ uri })).toMatchObject({
      data: { uri: "file:///t/d.xml", state: "ready", importedAt: { start: { line: 0, character: 12 } } },
      schema: { uri: null, state: "none", importedAt: null },
    });
  });
  it("are found beside a file that is not saved but has its place", () => {
    const own = "untitled:/t/new.sxp";
    const { service } = file(own, 'import data "d.xml";\ndeclare query a() := //N;', { "file:///t/d.xml": "<N/>" });
    expect(service.compile({ uri: own }).data).toMatchObject({ uri: "file:///t/d.xml", state: "ready" });
  });
  it("may be chosen for one file: before the settings, after an import", () => {
    const settings = {
      data: exampleUri("todo/todo.xml"),
      files: { [uri]: { data: exampleUri("itinerary/itinerary.xml") } },
    };
    const chosen = file(uri, "//Day", {}, settings).service.compile({ uri });
    expect(chosen.data).toEqual({ uri: exampleUri("itinerary/itinerary.xml"), state: "ready", importedAt: null });
    const other = file("file:///t/other.sxp", "//Day", {}, settings).service.compile({ uri: "file:///t/other.sxp" });
    expect(other.data.uri).toBe(exampleUri("todo/todo.xml"));
    const imports = file(
      uri,
      'import data "d.xml";\ndeclare query a() := //N;',
      { "file:///t/d.xml": "<N/>" },
      settings,
    );
    expect(imports.service.compile({ uri }).data.uri).toBe("file:///t/d.xml");
  });
});

describe("files that are not on the disk", () => {
  const disk = { read: async () => "disk", list: async () => ["disk"], find: async () => ["disk"] };
  it("are asked of the client", async () => {
    const asked: string[] = [];
    const client = clientFiles({
      sendRequest: async (method: string, { uri }: { uri: string }) => {
        asked.push(`${method} ${uri}`);
        return "client";
      },
    } as never);
    const files = byScheme(disk, client);
    expect(await files.read("file:///a.xml")).toBe("disk");
    expect(await files.read("vscode-vfs://github/a.xml")).toBe("client");
    expect(asked).toEqual(["sxp/readFile vscode-vfs://github/a.xml"]);
  });
  it("are none where the client does not know the request", async () => {
    const client = clientFiles({ sendRequest: () => Promise.reject(new Error("unhandled method")) } as never);
    expect(await client.read("memfs:/a.xml")).toBeNull();
    expect(await client.list("memfs:/")).toEqual([]);
    expect(await client.find("memfs:/")).toEqual([]);
  });
});

describe("a file of this machine", () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-files-"));
  const at = (name: string): string => pathToFileURL(join(folder, name)).href;
  it("has no byte order mark, as in an editor", async () => {
    writeFileSync(join(folder, "50% #1.xml"), "\ufeff<A/>");
    expect(await nodeFiles.read(at("50% #1.xml"))).toBe("<A/>");
    expect(await nodeFiles.read(at("none.xml"))).toBeNull();
  });
  it("that is too large is not taken for one that is absent", async () => {
    const path = join(folder, "large.xml");
    writeFileSync(path, "");
    truncateSync(path, DATA_LIMIT * 4 + 1);
    const uri = at("q.sxp");
    const text = (await nodeFiles.read(at("large.xml")))!;
    const { service } = file(uri, 'import data "large.xml"; declare query q() := //A;', { [at("large.xml")]: text });
    expect((await service.run({ uri })).problem).toContain('"large.xml" is too large to be run here');
    rmSync(folder, { recursive: true });
  });
});

describe("large data", () => {
  const plain = async () => null;
  it("is read in slices, between which other things are done, to the same tree", async () => {
    const text = `<R>${'<N name="é&amp;"> x </N>\r\n'.repeat(40_000)}</R>`;
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const file = await readDataAhead("file:///d.xml", text, plain);
    isDone = true;
    expect(turns).toBeGreaterThan(3);
    const whole = readDataFile("file:///d.xml", text, null);
    expect(file!.tree!.size).toBe(whole.tree!.size);
    expect(file!.tree!.node(40_000)).toEqual(whole.tree!.node(40_000));
    expect(file!.tree!.node(40_000).span).toEqual(whole.tree!.node(40_000).span);
    const broken = await readDataAhead("file:///d.xml", text.replace("</R>", "</Q>"), plain);
    expect(broken).toMatchObject({ tree: null, problem: readDataFile("", text.replace("</R>", "</Q>"), null).problem });
    expect(await readDataAhead("file:///d.xml", "<R/>", plain)).toBeNull();
  });
});
