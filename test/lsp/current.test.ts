import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { FileSystem } from "../../packages/lsp/src/server/fileSystem.js";
import { Files } from "../../packages/lsp/src/server/files.js";
import { createKit } from "./kit.js";

/** Answers are those of the present texts, files and settings: nothing kept is older. */

const XML = Array.from({ length: 12 }, (_, i) => `<N name="n${i}">sun ${i}</N>`).join("");

describe("settings", () => {
  const uri = "file:///w/a/q.sxp";
  const files = {
    "file:///w/d.xml": `<R>${XML}</R>`,
    "file:///w/a/d.xml": `<A>${XML}</A>`,
    [uri]: '//N[node =~ "sun"]',
  };
  const document = TextDocument.create(uri, "sxp", 1, files[uri]!);

  it("that change are those of the next answer, though no text has changed", () => {
    const { service } = createKit(files, { data: "file:///w/d.xml" });
    const codes = () => service.diagnostics(document).map(({ message }) => message);
    const before = codes();
    service.configure({ data: "file:///w/d.xml", maxScorerPairs: 1 });
    const after = codes();
    expect(after).not.toEqual(before);
    service.configure({ data: "file:///w/d.xml", maxScorerPairs: 1_000_000 });
    expect(codes()).toEqual(before);
  });

  it("are those of the innermost folder", () => {
    const folders = { "file:///w": { data: "file:///w/d.xml" }, "file:///w/a": { data: "file:///w/a/d.xml" } };
    for (const given of [folders, Object.fromEntries(Object.entries(folders).reverse())]) {
      const { service } = createKit(files, { folders: given });
      service.diagnostics(document);
      expect(service.compile({ uri }).data.uri).toBe("file:///w/a/d.xml");
    }
  });
});

describe("files that change outside of the editor", () => {
  const place = (name: string): string => `file:///w/${name}`;

  function opened(texts: Map<string, string>) {
    const reads: string[] = [];
    const fileSystem: FileSystem = {
      read: async (uri) => {
        reads.push(uri);
        return texts.get(uri) ?? null;
      },
      list: async (folder) =>
        [...texts.keys()].filter((uri) => uri.startsWith(folder)).map((uri) => uri.slice(folder.length)),
      find: async () => [...texts.keys()].filter((uri) => uri.endsWith(".sxp")),
    };
    const open = { get: () => undefined, all: () => [] };
    return { reads, files: new Files(fileSystem, open as never, () => undefined) };
  }

  it.each(["d.xml", "d.yaml", "d.md", "d.csv"])("%s is read again, as text and as data", async (name) => {
    const uri = place(name);
    const texts = new Map([[uri, "one"]]);
    const { files, reads } = opened(texts);
    const read = async () => {
      files.readText(uri);
      await files.settled();
      const text = files.readText(uri)!;
      files.dataFile(uri, text);
      await files.settled();
      return [text, files.dataFile(uri, text)?.text ?? text];
    };
    expect(await read()).toEqual(["one", "one"]);
    texts.set(uri, "two");
    // Without a word of a change nothing is read.
    expect(await read()).toEqual(["one", "one"]);
    files.changed(uri, false);
    // Of what it was nothing is kept.
    expect(files.dataFile(uri, "one")?.text).not.toBe("one");
    await files.settled();
    expect(await read()).toEqual(["two", "two"]);
    expect(reads.length).toBeGreaterThanOrEqual(2);
  });

  it("a folder is listed again, and a query file that is gone is not looked across", async () => {
    const texts = new Map([
      [place("a.sxp"), "//A"],
      [place("d.xml"), "<A/>"],
    ]);
    const { files } = opened(texts);
    files.addFolder("file:///w/");
    await files.settled();
    files.list("file:///w/");
    await files.settled();
    expect([files.files(), files.list("file:///w/")]).toEqual([[place("a.sxp")], ["a.sxp", "d.xml"]]);
    texts.delete(place("a.sxp"));
    files.changed(place("a.sxp"), true);
    files.list("file:///w/");
    await files.settled();
    expect([files.files(), files.list("file:///w/"), files.readText(place("a.sxp")) ?? null]).toEqual([
      [],
      ["d.xml"],
      null,
    ]);
  });
});
