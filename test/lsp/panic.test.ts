import { describe, expect, it, vi } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createKit } from "./kit.js";

/** The engine fails on every text with this word in it. */
vi.mock("@semantic-xpath/parser", async (original) => {
  const parser = await original<typeof import("@semantic-xpath/parser")>();
  const crash =
    <T extends (text: string, ...rest: never[]) => unknown>(run: T) =>
    (text: string, ...rest: never[]) => {
      if (text.includes("PANIC")) throw new Error("injected panic");
      return run(text, ...rest);
    };
  return {
    ...parser,
    parse: crash(parser.parse),
    parsePieces: crash(parser.parsePieces),
    tokenize: crash(parser.tokenize),
    format: crash(parser.format),
  };
});

describe("a crashing engine", () => {
  it("costs the answer, and nothing else", async () => {
    const { service, files, panics } = createKit();
    const uri = "file:///q.sxp";
    const bad = TextDocument.create(uri, "sxp", 1, "//PANIC");
    files.set(uri, "//PANIC");
    const at = { line: 0, character: 3 };
    const range = { start: at, end: at };
    expect(service.complete(bad, at)).toEqual({ isIncomplete: false, items: [] });
    for (const list of [
      service.diagnostics(bad),
      service.codeActions(bad, range),
      service.semanticTokens(bad),
      service.format(bad),
      service.formatRange(bad, range),
      service.formatOnType(bad, at, ";"),
      service.documentSymbols(bad),
      service.workspaceSymbols(""),
      service.foldingRanges(bad),
      service.codeLenses(bad),
      service.documentLinks(bad),
      service.definition(bad, at),
      service.references(bad, at, true),
      service.highlights(bad, at),
      await service.inlayHints(bad, range),
    ]) {
      expect(list).toEqual([]);
    }
    expect(service.selectionRanges(bad, [at])).toEqual([{ range }]);
    for (const nothing of [
      service.signatureHelp(bad, at),
      service.prepareRename(bad, at),
      service.rename(bad, at, "x"),
      service.linkedEditing(bad, at),
      await service.hover(bad, at),
    ]) {
      expect(nothing).toBeNull();
    }
    expect(service.compile({ uri }).queries).toEqual([]);
    expect(service.explain({ uri }).problem).toContain("failed");
    expect((await service.run({ uri })).problem).toContain("failed");
    expect((await service.trace({ uri })).problem).toContain("failed");
    const broken = null as never;
    expect((await service.view(broken)).problem).toContain("failed");
    expect(service.compare(broken).problem).toContain("failed");
    expect((await service.exportRun(broken)).problem).toContain("failed");
    expect(service.forgetRun(broken)).toEqual({ forgotten: false });
    expect((await service.inferSchema(broken)).problem).toContain("failed");
    expect((await service.types(broken)).problem).toContain("failed");
    expect(service.runs()).toEqual({ runs: [] });
    expect(panics.length).toBeGreaterThan(20);

    const good = TextDocument.create("file:///good.sxp", "sxp", 1, "//Day[");
    expect(service.diagnostics(good)).toHaveLength(1);
    const repaired = TextDocument.create(uri, "sxp", 2, "//Day");
    expect(service.diagnostics(repaired)).toEqual([]);
  });
});
