import type { LanguageService } from "@semantic-xpath/lsp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { runs } from "../support/runs.js";
import { applyEdits, createKit, type FileSet, type Kit } from "./kit.js";

/** Queries whose schema or data renames what they name. */
const SCHEMA = "file:///p/trip.schema.json";
const DATA = "file:///p/trip.xml";
const ONE = "file:///p/one.sxp";
const TWO = "file:///p/two.sxp";

const schema = JSON.stringify({
  version: 1,
  roots: ["Trip"],
  types: {
    Trip: { children: { Stop: {}, Note: {} } },
    Stop: { attributes: { name: { type: "string" }, cost: { type: "number" } }, children: { Note: {} } },
    Note: { text: true },
  },
});

const byPlace = (_: string, text: string): TextDocument =>
  TextDocument.create(_, _.endsWith(".sxp") ? "sxp" : "json", 1, text);
const documentOf = ({ files }: { readonly files: FileSet }, uri: string) => byPlace(uri, files.get(uri)!);

function open(one: string, two = "//Note"): Kit {
  const kit = createKit({
    [SCHEMA]: schema,
    [ONE]: `import schema "trip.schema.json";\ndeclare query one() := ${one};`,
    [TWO]: `import schema "trip.schema.json";\ndeclare query two() := ${two};`,
  });
  for (const uri of [ONE, TWO]) expect(kit.service.diagnostics(documentOf(kit, uri))).toEqual([]);
  return kit;
}

/** Writes another schema, key by key if there are several texts between. */
function write({ files, service }: Kit, ...texts: readonly string[]): void {
  for (const text of texts) {
    files.set(SCHEMA, text);
    service.diagnostics(byPlace(ONE, files.get(ONE)!));
  }
}

const messages = (kit: Kit, uri: string): readonly unknown[] =>
  kit.service.diagnostics(documentOf(kit, uri)).map(({ message }) => message);

/** The quick fixes of the first diagnostic. */
function fixes(kit: { readonly service: LanguageService; readonly files: FileSet }, uri: string) {
  const document = documentOf(kit, uri);
  const [first] = kit.service.diagnostics(document);
  return kit.service.codeActions(document, first!.range, ["quickfix"]);
}

describe("a query whose schema has renamed what it names", () => {
  it("is told the new name of a type, which no spelling suggests, and has a fix", () => {
    const kit = open("//Stop[@cost > 5]/Note");
    write(kit, schema.replaceAll('"Stop"', '"Waypoint"'));
    expect(messages(kit, ONE)).toEqual(['The schema has no node type "Stop". Did you mean "Waypoint"?']);
    const [fix] = fixes(kit, ONE);
    expect(applyEdits(documentOf(kit, ONE), fix!.edit!.changes![ONE]!)).toContain("//Waypoint[@cost > 5]/Note");
  });

  it("is told so when the name was typed key by key, and while it is not a name", () => {
    const kit = open("//Stop");
    const typed = ["Sto", "St", "S", "", "W", "Wa", "Way"].map((name) => schema.replaceAll('"Stop"', `"${name}"`));
    write(kit, ...typed, "{", schema.replaceAll('"Stop"', '"Waypoint"'));
    expect(messages(kit, ONE)).toEqual(['The schema has no node type "Stop". Did you mean "Waypoint"?']);
  });

  it("is told the new name of an attribute, of a renamed type too", () => {
    const kit = open("//Stop[@cost > 5]", "//Stop[cost > 5]");
    write(kit, schema.replace('"cost"', '"price"'));
    expect(messages(kit, ONE)).toEqual(['"Stop" has no attribute "cost". Did you mean "price"?']);
    expect(messages(kit, TWO)).toEqual(['"Stop" has no attribute "cost". Did you mean "price"?']);
    write(kit, schema.replace('"cost"', '"price"').replaceAll('"Stop"', '"Waypoint"'));
    kit.files.set(ONE, kit.files.get(ONE)!.replace("Stop", "Waypoint"));
    expect(messages(kit, ONE)).toEqual(['"Waypoint" has no attribute "cost". Did you mean "price"?']);
    const [fix] = fixes(kit, ONE);
    expect(applyEdits(documentOf(kit, ONE), fix!.edit!.changes![ONE]!)).toContain("//Waypoint[@price > 5]");
  });

  it("has one fix for all files, the rest of the schema included", () => {
    const kit = open("//Stop/Note", "/Trip/Stop[@cost > 1]");
    // Only the declaration is renamed: the child of Trip is not.
    write(kit, schema.replace('"Stop":{"attributes"', '"Waypoint":{"attributes"'));
    const fix = fixes(kit, ONE).find(({ title }) => title === "Write Waypoint for Stop in all queries");
    for (const [uri, edits] of Object.entries(fix!.edit!.changes!))
      kit.files.set(uri, applyEdits(documentOf(kit, uri), edits));
    expect([messages(kit, ONE), messages(kit, TWO)]).toEqual([[], []]);
  });

  it("may be renamed to the name that the schema has now", () => {
    const kit = open("//Stop/Note", "//Stop");
    write(kit, schema.replaceAll('"Stop"', '"Waypoint"'));
    const document = documentOf(kit, ONE);
    const at = document.positionAt(kit.files.get(ONE)!.indexOf("Stop") + 1);
    const { changes } = kit.service.rename(document, at, "Waypoint")!;
    expect(Object.keys(changes!).sort()).toEqual([ONE, TWO]);
  });

  it("is reported while its file is not open, and not any more when the name is back", () => {
    const kit = open("//Note", "//Stop");
    expect(kit.service.leftBehind()).toEqual([]);
    write(kit, schema.replaceAll('"Stop"', '"Waypoint"'));
    expect(kit.service.leftBehind()).toMatchObject([{ uri: TWO, diagnostics: [{ code: "SXP2001" }] }]);
    write(kit, schema);
    expect(kit.service.leftBehind()).toEqual([]);
  });

  it("is told nothing about a name that is gone for good, or about two that may be meant", () => {
    const kit = open("//Note");
    const without = JSON.parse(schema);
    delete without.types.Note;
    for (const { children } of Object.values<{ children?: object }>(without.types))
      delete (children as { Note?: object })?.Note;
    write(kit, JSON.stringify(without));
    expect(messages(kit, ONE)).toEqual(['The schema has no node type "Note".']);
    const both = { ...without, types: { ...without.types, Aa: { text: true }, Bb: { text: true } } };
    for (const type of ["Trip", "Stop"]) both.types[type].children = { ...both.types[type].children, Aa: {}, Bb: {} };
    write(kit, JSON.stringify(both));
    expect(messages(kit, ONE)).toEqual(['The schema has no node type "Note".']);
  });

  it("does not stumble over names that objects have", () => {
    const named = schema.replaceAll('"Stop"', '"constructor"').replaceAll('"cost"', '"__proto__"');
    const kit = createKit({
      [SCHEMA]: named,
      [ONE]: 'import schema "trip.schema.json";\ndeclare query one() := //constructor[@"__proto__" > 5];',
    });
    expect(messages(kit, ONE)).toEqual([]);
    write(kit, named.replaceAll("constructor", "toString"));
    expect(messages(kit, ONE)).toEqual(['The schema has no node type "constructor". Did you mean "toString"?']);
    write(kit, named.replaceAll('"__proto__"', '"hasOwnProperty"'));
    expect(messages(kit, ONE)).toEqual(['"constructor" has no attribute "__proto__". Did you mean "hasOwnProperty"?']);
    expect(kit.panics).toEqual([]);
  });
});

describe("a query whose data has renamed what it names", () => {
  const XML = '<Trip><Stop name="Tower" cost="5"><Note>high</Note></Stop><Stop name="Museum" cost="7"/></Trip>';
  const text = 'import data "trip.xml";\ndeclare query one() := //Stop[@cost > 5];';

  it("is warned, and has a fix", () => {
    const kit = createKit({ [DATA]: XML, [ONE]: text, [TWO]: text });
    expect(messages(kit, ONE)).toEqual([]);
    kit.files.set(DATA, XML.replaceAll("Stop", "Waypoint"));
    expect(messages(kit, ONE)).toEqual(['The data has no "Stop" any more. Did you mean "Waypoint"?']);
    const [fix] = fixes(kit, ONE);
    kit.files.set(ONE, applyEdits(documentOf(kit, ONE), fix!.edit!.changes![ONE]!));
    expect(messages(kit, ONE)).toEqual([]);
    kit.files.set(DATA, XML.replaceAll("Stop", "Waypoint").replaceAll("cost", "price"));
    expect(messages(kit, ONE)).toEqual(['The data has no "cost" any more. Did you mean "price"?']);
    expect(kit.service.leftBehind().map(({ uri }) => uri)).toEqual([ONE, TWO]);
  });

  it("has one fix for all queries on the data, and may be renamed to follow it", () => {
    const kit = createKit({ [DATA]: XML, [ONE]: text, [TWO]: text });
    messages(kit, ONE);
    const at = documentOf(kit, ONE).positionAt(text.indexOf("Stop") + 1);
    expect(kit.service.rename(documentOf(kit, ONE), at, "Waypoint")).toEqual({
      problem: '"Stop" is a name of the data, which a rename does not change.',
    });
    kit.files.set(DATA, XML.replaceAll("Stop", "Waypoint"));
    messages(kit, ONE);
    const { changes } = kit.service.rename(documentOf(kit, ONE), at, "Waypoint")!;
    expect(Object.keys(changes!)).toEqual([ONE, TWO]);
    const fix = fixes(kit, ONE).find(({ title }) => title === "Write Waypoint for Stop in all queries");
    expect(fix!.edit!.changes).toEqual(changes);
  });

  it("is not warned about a name that the data never had", () => {
    const kit = createKit({ [DATA]: XML, [ONE]: text.replace("Stop", "Shop") });
    kit.files.set(DATA, XML.replaceAll("Stop", "Waypoint"));
    expect(messages(kit, ONE)).toEqual([]);
  });
});

it("law: one type of any schema that is renamed is suggested under its new name, unless another one is as like", () => {
  const NAMES = ["A", "B", "C", "D"];
  const type = fc.record({
    children: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }),
    attributes: fc.uniqueArray(fc.constantFrom("x", "y", "z"), { maxLength: 3 }),
    text: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.tuple(type, type, type, type), fc.constantFrom(...NAMES), (all, renamed) => {
      const types = Object.fromEntries(
        all.map(({ children, attributes, text }, i) => [
          NAMES[i]!,
          {
            children: Object.fromEntries(children.map((child) => [child, {}])),
            attributes: Object.fromEntries(attributes.map((name) => [name, { type: "string" }])),
            text,
          },
        ]),
      );
      const before = JSON.stringify({ version: 1, roots: ["A"], types });
      const kit = createKit({
        [SCHEMA]: before,
        [ONE]: `import schema "trip.schema.json";\ndeclare query one() := //${renamed};`,
      });
      messages(kit, ONE);
      kit.files.set(SCHEMA, before.replaceAll(`"${renamed}"`, '"Renamed"'));
      expect(messages(kit, ONE).join()).toContain('Did you mean "Renamed"?');
      expect(kit.panics).toEqual([]);
    }),
    { numRuns: runs(1000, 100) },
  );
});
