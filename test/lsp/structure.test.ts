import { TOKEN_LEGEND } from "@semantic-xpath/lsp";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocumentSymbol, SelectionRange } from "vscode-languageserver";
import { runs } from "../support/runs.js";
import { applyEdits, exampleText, exampleUri, file, type MarkedDocument, query, textAt } from "./kit.js";

const MODULE = `import schema "itinerary.schema.json";

(: Days
   with a wish. :)
declare query day_with($wish as string) :=
  //Day[max(/POI[node =~ $wish])];
`;
const module = (marked: string, others: Readonly<Record<string, string>> = {}) =>
  file(exampleUri("itinerary/own.sxp"), marked, others);

describe("semantic tokens", () => {
  it("name what each word is in its place", () => {
    const { service, document } = query('//Day[@and = "x" and and =~ $w]/parent::* (: c :)');
    const data = service.semanticTokens(document);
    const told: string[] = [];
    let character = 0;
    for (let at = 0; at < data.length; at += 5) {
      character += data[at + 1]!;
      told.push(
        `${document.getText().slice(character, character + data[at + 2]!)}:${TOKEN_LEGEND.tokenTypes[data[at + 3]!]}`,
      );
    }
    expect(told.join(" ")).toBe(
      'Day:class and:property =:operator "x":string and:keyword and:property =~:operator $w:parameter parent:modifier (: c :):comment',
    );
  });
});

describe("the words of a module's head", () => {
  it("are keywords, and names where they are names", () => {
    const text = 'import schema "a"; declare query data($as as string) := //schema[data = $as];';
    const { service, document } = file("file:///p/a.sxp", text);
    const data = service.semanticTokens(document);
    const kinds: string[] = [];
    let character = 0;
    for (let at = 0; at < data.length; at += 5) {
      character += data[at + 1]!;
      const word = text.slice(character, character + data[at + 2]!);
      if (/schema|data|as|string/.test(word)) kinds.push(`${word}:${TOKEN_LEGEND.tokenTypes[data[at + 3]!]}`);
    }
    expect(kinds.join(" ")).toBe(
      "schema:keyword data:function $as:parameter as:keyword string:keyword schema:class data:property $as:parameter",
    );
  });
});

describe("formatting", () => {
  it("writes the canonical layout", () => {
    const { service, document } = query("//Day [ @city='Ottawa' ]/POI [1]");
    expect(applyEdits(document, service.format(document))).toBe('//Day[@city = "Ottawa"]/POI[1]');
  });

  it("formats the declarations of a range, and leaves a broken one alone", () => {
    const text =
      "declare query a() := //Day [1];\ndeclare query b() := //Day [;\n<|declare query c() := //Day [3];|>\n";
    const { service, document, range } = query(text);
    expect(applyEdits(document, service.formatRange(document, range))).toBe(
      "declare query a() := //Day [1];\ndeclare query b() := //Day [;\ndeclare query c() := //Day[3];\n",
    );
    expect(applyEdits(document, service.format(document))).toContain("//Day[1];\ndeclare query b() := //Day [;");
  });

  it("formats what a semicolon ends", () => {
    const { service, document, position } = query("declare query a() := //Day [1];<|>");
    expect(applyEdits(document, service.formatOnType(document, position, ";"))).toBe("declare query a() := //Day[1];");
  });

  it("changes only what differs", () => {
    const { service, document } = query("//Day[1]/POI[ 2]");
    expect(service.format(document)).toEqual([
      { range: { start: { line: 0, character: 13 }, end: { line: 0, character: 14 } }, newText: "" },
    ]);
  });
});

describe("outline, folding, selection", () => {
  const outline = (symbols: readonly DocumentSymbol[]): string =>
    symbols.map(({ name, children = [] }) => `${name}${children.length > 0 ? `(${outline(children)})` : ""}`).join(" ");

  it("lists queries with parameters and steps", () => {
    const { service, document } = module(MODULE);
    expect(outline(service.documentSymbols(document))).toBe("day_with($wish //Day)");
    expect(service.documentSymbols(document)[0]!.detail).toBe("Days with a wish.");
    expect(outline(query("//Day/parent::*").service.documentSymbols(query("//Day/parent::*").document))).toBe(
      "//Day /parent::*",
    );
  });

  it("folds comments and declarations", () => {
    const { service, document } = module(MODULE);
    expect(service.foldingRanges(document)).toEqual([
      { startLine: 2, endLine: 3, kind: "comment" },
      { startLine: 4, endLine: 5 },
    ]);
  });

  it("selects outwards", () => {
    const { service, document, position } = query("//Day[max(/POI[node =~ 'x<|>'])]");
    const texts: string[] = [];
    let selection: SelectionRange | undefined = service.selectionRanges(document, [position])[0];
    for (; selection !== undefined; selection = selection.parent) texts.push(textAt(document, selection.range));
    expect(texts).toEqual([
      "'x'",
      "node =~ 'x'",
      "[node =~ 'x']",
      "POI[node =~ 'x']",
      "/POI[node =~ 'x']",
      "max(/POI[node =~ 'x'])",
      "[max(/POI[node =~ 'x'])]",
      "Day[max(/POI[node =~ 'x'])]",
      "//Day[max(/POI[node =~ 'x'])]",
    ]);
  });

  it("finds queries of all files by their letters", () => {
    const { service } = module(MODULE, { "file:///other.sxp": "declare query last_day() := //Day[-1];" });
    expect(service.workspaceSymbols("ldy").map(({ name }) => name)).toEqual(["last_day"]);
    expect(
      service
        .workspaceSymbols("")
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["Day", "Itinerary", "Note", "POI", "Restaurant", "day_with", "last_day"]);
    const [type] = service.workspaceSymbols("rsta");
    expect(type).toMatchObject({
      name: "Restaurant",
      location: { uri: exampleUri("itinerary/itinerary.schema.json") },
    });
  });
});

it("law: a name is found by letters that are in it in their order, and by no others", () => {
  const names = ["book_keeper", "lookup", "aa_bb"];
  const { service } = module(names.map((name) => `declare query ${name}() := //Day;`).join("\n"));
  const isIn = (name: string, letters: string) => new RegExp([...letters].join(".*")).test(name);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."bokepaulr_"), maxLength: 6 }), (letters) => {
      const shown = service.workspaceSymbols(letters).map(({ name }) => name);
      expect(names.filter((name) => shown.includes(name))).toEqual(names.filter((name) => isIn(name, letters)));
    }),
    { numRuns: runs(500, 200) },
  );
});

describe("lenses and links", () => {
  it("run only what is whole", () => {
    const lenses = (marked: MarkedDocument) =>
      marked.service.codeLenses(marked.document).map(({ command }) => command?.title);
    expect(lenses(query("//Day"))).toEqual(["Run", "Explain", "Debug", "Copy as test"]);
    expect(lenses(query("//Day["))).toEqual([]);
    expect(lenses(query("declare query a() := //Day; declare query b() := //Day[;"))).toHaveLength(4);
    expect(lenses(query("//Day", { trusted: false }))).toEqual(["Explain"]);
  });

  it("lead to imported files", () => {
    const { service, document } = module(MODULE);
    const [link] = service.documentLinks(document);
    expect(link!.target).toBe(exampleUri("itinerary/itinerary.schema.json"));
    expect(textAt(document, link!.range)).toBe("itinerary.schema.json");
  });
});

describe("signature help", () => {
  const help = ({ service, document, position }: MarkedDocument) => service.signatureHelp(document, position);

  it("tells a path from conditions, and counts arguments", () => {
    expect(help(query("//Day[avg(/POI<|>"))).toMatchObject({ activeSignature: 0, activeParameter: 0 });
    expect(help(query('//Day[max(node =~ "a", <|>'))).toMatchObject({ activeSignature: 2, activeParameter: 0 });
    expect(help(query("//Day[contains(@city, <|>"))).toMatchObject({ activeParameter: 1 });
    expect(help(query("//Day[contains(@city, <|>"))!.signatures[0]!.label).toBe("contains(value, value, text?)");
  });

  it("is silent outside of calls", () => {
    expect(help(query("//Day[<|>"))).toBeNull();
    expect(help(query("//Day[avg(/POI[<|>"))).toBeNull();
    expect(help(query("//Day[avg(/POI)<|>"))).toBeNull();
  });
});

describe("names", () => {
  const schema = exampleText("itinerary/itinerary.schema.json");
  const schemaFile = exampleUri("itinerary/itinerary.schema.json");

  it("lead to their declaration in the schema", () => {
    const target = (marked: MarkedDocument) =>
      marked.service
        .definition(marked.document, marked.position)
        .map(({ targetUri, targetSelectionRange: { start, end } }) => {
          expect(targetUri).toBe(schemaFile);
          expect(start.line).toBe(end.line);
          return schema.split("\n")[start.line]!.slice(start.character, end.character);
        });
    expect(target(module(MODULE.replace("POI", "P<|>OI")))).toEqual(['"POI"']);
    expect(target(module(MODULE.replace("node =~", "@na<|>me =~")))).toEqual(['"name"']);
    expect(target(query("//Day/@ci<|>ty"))).toEqual(['"city"']);
  });

  it("of parameters are renamed together, and edited together", () => {
    const marked = module(MODULE.replace("=~ $wish", "=~ $wi<|>sh"));
    const { service, document, position } = marked;
    const edit = service.rename(document, position, "$hope");
    expect(applyEdits(document, edit!.changes![document.uri]!)).toBe(
      MODULE.replaceAll("wish as", "hope as").replace("$wish]", "$hope]"),
    );
    expect(service.linkedEditing(document, position)?.ranges).toHaveLength(2);
    expect(service.highlights(document, position).map(({ kind }) => kind)).toEqual([3, 2]);
    expect(service.prepareRename(document, position)?.placeholder).toBe("wish");
    expect(service.rename(document, position, "no name")?.problem).toMatch(/^"no name" is no name: a name begins/);
  });

  it("of types are renamed in all files and the schema", () => {
    const small = '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{"attributes":{"x":{}}}}}';
    const head = 'import schema "s.json";\n';
    const others = {
      "file:///p/s.json": small,
      "file:///p/b.sxp": `${head}declare query b() := //B[1] | //*[name() = "B"];`,
      "file:///p/c.sxp": "declare query c() := //B;",
    };
    const { service, document, position, files } = file(
      "file:///p/a.sxp",
      `${head}declare query a() := /A/<|>B[@x = 1];`,
      others,
    );
    const edit = service.rename(document, position, "Beta");
    const renamed = (uri: string) => {
      const text = files.get(uri)!;
      const marked = file(uri, text);
      return applyEdits(marked.document, edit!.changes![uri] ?? []);
    };
    expect(Object.keys(edit!.changes!).sort()).toEqual(["file:///p/a.sxp", "file:///p/b.sxp", "file:///p/s.json"]);
    expect(renamed("file:///p/a.sxp")).toContain("/A/Beta[@x = 1]");
    expect(renamed("file:///p/b.sxp")).toContain('//Beta[1] | //*[name() = "Beta"]');
    expect(renamed("file:///p/s.json")).toBe(small.replaceAll('"B"', '"Beta"'));
    const places = service.references(document, position, true).map(({ uri }) => uri);
    expect(places.filter((uri) => uri.endsWith("s.json"))).toHaveLength(2);
    expect(service.references(document, position, false)).toHaveLength(places.length - 1);
  });

  it("can be renamed from the schema file", () => {
    const others = { "file:///p/a.sxp": 'import schema "s.schema.json";\ndeclare query a() := /A/B/@x;' };
    const text = '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{"attributes":{"<|>x":{}}}}}';
    const { service, document, position } = file("file:///p/s.schema.json", text, others);
    const edit = service.rename(document, position, "y");
    expect(Object.keys(edit!.changes!)).toEqual(["file:///p/s.schema.json", "file:///p/a.sxp"]);
  });

  it("are not given to two things of one kind", () => {
    const problem = (marked: MarkedDocument, name: string) =>
      marked.service.rename(marked.document, marked.position, name)?.problem;
    const two = (marked: string) => module(marked + MODULE.replace("day_with", "other").replace(/^import.*/, ""));
    expect(problem(module(MODULE.replace("POI", "P<|>OI")), "Day")).toBe('The schema has a type "Day" already.');
    expect(problem(module(MODULE.replace("node =~", "@na<|>me =~")), "category")).toBe(
      '"POI" has an attribute "category" already.',
    );
    expect(problem(two(MODULE.replace("day_", "day<|>_")), "other")).toBe('This file has a query "other" already.');
    const twice = MODULE.replace("=~ $wish", "=~ $wi<|>sh").replace("as string", "as string, $hope as string");
    expect(problem(module(twice), "hope")).toBe('The query has a parameter "$hope" already.');
    expect(problem(module(twice), "wish")).toBeUndefined();
  });

  it("of an attribute are those of its types, as far as no query names them together with others", () => {
    const small =
      '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{},"C":{},"D":{}}},"B":{"attributes":{"x":{}}},"C":{"attributes":{"x":{}}},"D":{"attributes":{"x":{}}}}}';
    const others = {
      "file:///p/s.json": small,
      "file:///p/b.sxp": 'import schema "s.json";\ndeclare query b() := //C/@x;\ndeclare query d() := //D[@x];',
    };
    const at = (steps: string) =>
      file("file:///p/a.sxp", `import schema "s.json";\ndeclare query a() := ${steps};`, others);
    const uses = ({ service, document, position }: MarkedDocument) =>
      service
        .references(document, position, true)
        .map(({ uri, range }) => `${uri.slice(10, 11)}${range.start.character}`);
    expect(uses(at("//B[@<|>x = 1]"))).toEqual(["s96", "a26"]);
    expect(uses(at("//D[@<|>x = 1]"))).toEqual(["s152", "a26", "b26"]);
    const together = at("//B[@<|>x = 1] | //(B|C)[@x]");
    const edit = together.service.rename(together.document, together.position, "y");
    expect(edit?.changes?.["file:///p/s.json"]).toHaveLength(2);
    expect(edit?.changes?.["file:///p/a.sxp"]).toHaveLength(2);
    expect(edit?.changes?.["file:///p/b.sxp"]).toHaveLength(1);
  });

  it("of queries are renamed where they are declared", () => {
    const { service, document, position } = module(MODULE.replace("day_with", "day<|>_with"));
    expect(applyEdits(document, service.rename(document, position, "best_day")!.changes![document.uri]!)).toContain(
      "query best_day(",
    );
  });
});
