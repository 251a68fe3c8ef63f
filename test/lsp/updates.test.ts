import { describe, expect, it } from "vitest";
import { accept, applyEdits, exampleText, exampleUri, file, labels, query } from "./kit.js";

const MODULE = 'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n\n';
const module = (text: string) => file(exampleUri("itinerary/test.sxp"), MODULE + text);

describe("completion in an update", () => {
  it.each<[string, readonly string[]]>([
    ["declare update a() := <|>", ["insert node", "delete node", "move node"]],
    ["delete <|>", ["node"]],
    ["replace <|>", ["node", "value of node"]],
    ["replace value <|>", ["of node"]],
    ["delete node <|>", ["//POI", "//Note", "/Itinerary"]],
    ["delete node /Itinerary/Day/<|>", ["POI", "Restaurant"]],
    ["delete node //POI[<|>", ["@open_air"]],
    ["insert node <|> into //POI[1]", ["<Note>", "attribute", "//POI"]],
    ["insert node <Note/> <|>", ["into", "as first into", "before"]],
    ["insert node <Note/> as <|>", ["first into", "last into"]],
    ["insert node <Note/> into //POI[1]<|>", ["[", "/"]],
    ["insert node <<|> into //POI[1]", ["Note"]],
    ["insert node <Day><<|></Day> into /Itinerary", ["POI", "Restaurant"]],
    ["insert node <Note <|>", ["kind"]],
    ['insert node <Note kind="<|>', ["booking", "reminder", "tip"]],
    ['insert node <Note kind="t<|>"/> into //POI[1]', ["tip"]],
    ["insert node attribute <|>", ["name {", "pace"].slice(1)],
    ["replace value of node //POI[1]/@<|>", ["@name"]],
    ["replace value of node //POI[1]/@minutes with <|>", ["sum(…)"]],
    ["replace node //POI[1] with <|>", ["<POI>", "//POI"]],
    ["replace node //POI[1] <|>", ["with"]],
    ["rename node //POI[1] <|>", ["as"]],
    ["rename node //POI[1] as <|>", ["POI", "Restaurant"]],
    ["move node //POI[1] into /Itinerary/<|>", ["Day"]],
    ["delete node //Note[1], <|>", ["insert node"]],
    ["insert node <Note>{<|>", ["sum(…)"]],
    ["insert node <Note>{//POI/<|>", ["Note", "@name"]],
  ])("%s", (text, expected) => {
    const offered = labels(query(text));
    for (const label of expected) expect(offered, text).toContain(label);
  });

  it("offers only what may be made there", () => {
    expect(labels(query("insert node <<|> into //POI[1]"))).toEqual(["Note"]);
    expect(labels(query('insert node <Note kind="tip" <|>/> into //POI[1]'))).toEqual([]);
    expect(labels(query("insert node <Note/> into //POI[1]<|>"))).not.toContain("|");
  });

  it("writes an element with what it requires", () => {
    expect(accept(query("insert node <|> into //POI[1]"), "<Note>")).toContain('<Note kind="');
  });
});

describe("a file of updates", () => {
  it("reports what is against the schema, with fixes", () => {
    const { service, document } = module('declare update a() := insert node <Note kind="tp"/> into //POI[1];');
    const [found] = service.diagnostics(document);
    expect(found).toMatchObject({ code: "SXP2023", severity: 1 });
  });

  it("has symbols, and lenses that run nothing above updates", () => {
    const { service, document } = module(
      "declare update a($n as node) := delete node $n;\ndeclare query b() := //POI;",
    );
    const symbols = service.documentSymbols(document);
    expect(symbols.map(({ name }) => name).sort()).toEqual(["a", "b"]);
    const update = symbols.find(({ name }) => name === "a");
    expect(update!.children!.map(({ name }) => name)).toEqual(["$n", "delete node $n"]);
    const running = service.codeLenses(document).filter(({ command }) => command!.command === "sxp.run");
    expect(running.map(({ range }) => range.start.line)).toEqual([4]);
  });

  it("says what words, elements and attributes are", async () => {
    const said = async (text: string): Promise<string> => {
      const { service, document, position } = query(text);
      return JSON.stringify((await service.hover(document, position))?.contents ?? null);
    };
    expect(await said('ins<|>ert node <Note kind="tip"/> as first into //POI[1]')).toContain("as its first child");
    expect(await said('insert node <No<|>te kind="tip"/> into //POI[1]')).toContain("remark");
    expect(await said('insert node <Note ki<|>nd="tip"/> into //POI[1]')).toContain("Purpose");
    expect(await said("delete node //PO<|>I[1]")).toContain("point of interest");
  });

  it("renames a type in tags, a parameter, and the update", () => {
    const renamed = (text: string, name: string): string => {
      const { service, document, position } = module(text);
      const renaming = service.rename(document, position, name);
      return applyEdits(document, renaming?.changes?.[document.uri] ?? []).slice(MODULE.length);
    };
    expect(renamed("declare update a() := insert node <No<|>te>x</Note> into //POI[1];", "Remark")).toBe(
      "declare update a() := insert node <Remark>x</Remark> into //POI[1];",
    );
    expect(renamed("declare update a() := insert node <Note>x</No<|>te> into //POI[1];", "Remark")).toContain(
      "<Remark>x</Remark>",
    );
    expect(renamed("declare update a($<|>n as node) := delete node $n, insert node $n into /Itinerary;", "m")).toBe(
      "declare update a($m as node) := delete node $m, insert node $m into /Itinerary;",
    );
    expect(renamed("declare update a<|>() := delete node //Note[1];", "b")).toContain("declare update b()");
    expect(
      renamed('declare update a() := insert node <Note ki<|>nd="tip"/> into //Note[@kind = "x"];', "sort"),
    ).toContain('<Note sort="tip"/> into //Note[@sort = "x"]');
  });

  it("is formatted, each declaration by itself", () => {
    const { service, document } = module(
      "declare update a()   :=   delete   node //Note[1];\ndeclare query b() := //[;",
    );
    expect(applyEdits(document, service.format(document))).toContain("declare update a() := delete node //Note[1];");
  });

  it("colours the words, tags and texts", () => {
    const { service, document } = query('insert node <Note kind="tip">{1}</Note> into //POI[1]');
    expect(service.semanticTokens(document).length).toBeGreaterThan(30);
  });

  it("the example has nothing wrong", () => {
    const uri = exampleUri("itinerary/changes.sxp");
    const { service, document } = file(uri, exampleText("itinerary/changes.sxp"));
    expect(service.diagnostics(document)).toEqual([]);
  });
});
