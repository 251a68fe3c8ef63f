import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parse } from "@semantic-xpath/parser";
import { afterEach, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isLong } from "../support/runs.js";
import { createKit, exampleText, exampleUri, type Kit } from "./kit.js";

/** Every query of the examples, each as a document of its own in front of its schema and data. */
const SAMPLES = ["itinerary", "todo", "mealplan"].flatMap((name) => {
  const text = exampleText(`${name}/${name}.sxp`);
  return parse(text).ast.declarations.map(({ query: { span } }) => ({ name, text: text.slice(span.start, span.end) }));
});

/** Places between two that are tried. */
const STRIDE = isLong ? 1 : 79;
const EDITS = isLong ? 3_000 : 400;

const settingsOf = (name: string) => ({
  schema: exampleUri(`${name}/${name}.schema.json`),
  data: exampleUri(`${name}/${name}.${name === "mealplan" ? "json" : "xml"}`),
});

/** Asks for every feature at one place. */
async function askEverything(
  { service }: Kit,
  document: TextDocument,
  offset: number,
  everything: boolean,
): Promise<void> {
  const position = document.positionAt(offset);
  const range = { start: position, end: position };
  service.diagnostics(document);
  const { items } = service.complete(document, position);
  service.codeActions(document, range);
  service.signatureHelp(document, position);
  service.definition(document, position);
  service.references(document, position, true);
  service.highlights(document, position);
  service.prepareRename(document, position);
  service.rename(document, position, "name");
  service.linkedEditing(document, position);
  service.selectionRanges(document, [position]);
  for (const { textEdit } of items) {
    if (textEdit === undefined || !("insert" in textEdit)) throw new Error("an item without an InsertReplaceEdit");
    const { insert, replace } = textEdit;
    const holds = insert.start.line === position.line && insert.end.character === position.character;
    if (!holds || replace.start.character !== insert.start.character || replace.end.character < insert.end.character) {
      throw new Error(`bad edit ${JSON.stringify(textEdit)} at ${offset} of ${document.getText()}`);
    }
  }
  if (!everything) return;
  for (const item of items.slice(0, 3)) await service.resolveCompletion(item);
  service.semanticTokens(document);
  service.format(document);
  service.formatRange(document, range);
  service.formatOnType(document, position, ";");
  service.documentSymbols(document);
  service.foldingRanges(document);
  service.codeLenses(document);
  service.documentLinks(document);
  service.compile({ uri: document.uri });
  service.explain({ uri: document.uri });
  await service.hover(document, position);
}

describe("every feature on broken text", () => {
  const panics: unknown[] = [];
  afterEach(() => panics.splice(0));

  it("answers on every prefix of every sample query", { tags: "slow" }, async () => {
    for (const { name, text } of SAMPLES) {
      const kit = createKit({}, settingsOf(name));
      for (let length = 0; length <= text.length; length += STRIDE) {
        const uri = "file:///test/query.sxp";
        kit.files.set(uri, text.slice(0, length));
        await askEverything(kit, TextDocument.create(uri, "sxp", length, text.slice(0, length)), length, true);
      }
      panics.push(...kit.panics);
    }
    expect(panics).toEqual([]);
  });

  it("answers after every deletion of one character", { tags: "slow" }, async () => {
    for (const { name, text } of SAMPLES) {
      const kit = createKit({}, settingsOf(name));
      const uri = "file:///test/query.sxp";
      for (let at = 0; at < text.length; at += STRIDE) {
        const broken = text.slice(0, at) + text.slice(at + 1);
        kit.files.set(uri, broken);
        await askEverything(kit, TextDocument.create(uri, "sxp", at, broken), at, true);
      }
      panics.push(...kit.panics);
    }
    expect(panics).toEqual([]);
  });

  it("answers in a module and in a script that are typed from left to right", async () => {
    const uri = "file:///test/app.ts";
    const script = 'const q = sxp`//Day[@city = "${c}"]/POI[node =~ ${wish}]`; compile("//Day");';
    const kit = createKit({}, settingsOf("itinerary"));
    for (let length = 0; length <= script.length; length += isLong ? 1 : 3) {
      await askEverything(kit, TextDocument.create(uri, "typescript", length, script.slice(0, length)), length, true);
    }
    const module = exampleText("todo/todo.sxp").slice(0, 1500);
    for (let length = 0; length <= module.length; length += isLong ? 3 : 30) {
      const text = module.slice(0, length);
      await askEverything(
        kit,
        TextDocument.create(exampleUri("todo/x.sxp"), "sxp", length, text),
        length,
        length % 30 === 0,
      );
    }
    expect(kit.panics).toEqual([]);
  });

  it("never answers with an edit outside of its word at any place of a module", async () => {
    const text = exampleText("itinerary/itinerary.sxp");
    const kit = createKit();
    const document = TextDocument.create(exampleUri("itinerary/itinerary.sxp"), "sxp", 1, text);
    for (let offset = 0; offset <= text.length; offset += 7 * STRIDE) await askEverything(kit, document, offset, false);
    expect(kit.panics).toEqual([]);
  });
});

describe("completion is right", () => {
  it("offers the step that the author wrote, at the start of every step of every sample", () => {
    const missed: string[] = [];
    for (const { name, text } of SAMPLES) {
      const kit = createKit({}, settingsOf(name));
      for (const { index } of text.matchAll(/(?<=[/])(?=[A-Z])/g)) {
        const word = /^[A-Za-z]+/.exec(text.slice(index))![0];
        const document = TextDocument.create("file:///test/q.sxp", "sxp", 1, text);
        const items = kit.service.complete(document, document.positionAt(index)).items.map(({ label }) => label);
        if (!items.includes(word)) missed.push(`${text.slice(0, index)}|${word}`);
      }
    }
    expect(missed).toEqual([]);
  });
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

describe(`a soak of ${EDITS} edits`, () => {
  it("keeps diagnostics those of the present text, and what is kept small", { tags: "slow" }, () => {
    const { service, panics } = createKit();
    const uri = exampleUri("itinerary/soak.sxp");
    const original = exampleText("itinerary/itinerary.sxp").slice(0, 1200);
    const document = TextDocument.create(uri, "sxp", 0, original);
    const pieces = [
      "/",
      "//",
      "Day",
      "[",
      "]",
      "(",
      ")",
      '"',
      " and ",
      "node =~ ",
      "@city",
      "1",
      ";",
      "\n",
      "$n",
      "POI",
    ];
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    let heap = 0;
    for (let edit = 1; edit <= EDITS; edit++) {
      const length = document.getText().length;
      const at = random(length + 1);
      const isReset = edit % 200 === 0;
      const range = {
        start: document.positionAt(isReset ? 0 : at),
        end: document.positionAt(isReset ? length : Math.min(length, at + random(3))),
      };
      const text = isReset ? original : pieces[random(pieces.length)]!;
      TextDocument.update(document, [{ range, text }], edit);
      const diagnostics = service.diagnostics(document);
      service.complete(document, document.positionAt(at));
      const end = document.positionAt(document.getText().length);
      for (const { range: found } of diagnostics) {
        expect(found.end.line < end.line || (found.end.line === end.line && found.end.character <= end.character)).toBe(
          true,
        );
      }
      if (edit % 200 === 0) {
        const fresh = createKit().service.diagnostics(TextDocument.create(uri, "sxp", 1, document.getText()));
        expect(diagnostics).toEqual(fresh);
      }
      if (edit === 0.3 * EDITS || edit === EDITS) {
        collect();
        const now = process.memoryUsage().heapUsed;
        if (heap > 0) expect(now - heap).toBeLessThan(10e6);
        heap = now;
      }
    }
    expect(panics).toEqual([]);
  });
});
