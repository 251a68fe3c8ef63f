import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { act, applyTo, createKit, exampleText, exampleUri, file, type MarkedDocument, query } from "./kit.js";

const diagnose = ({ service, document }: MarkedDocument) => service.diagnostics(document);
const SEVERITIES = ["", "error", "warning", "information", "hint"];
const told = (marked: MarkedDocument) =>
  diagnose(marked).map(({ severity = 0, code, message }) => `${SEVERITIES[severity]} ${code} ${message}`);
const codes = (marked: MarkedDocument) => diagnose(marked).map(({ code }) => code);

describe("diagnostics of queries", () => {
  it("have a code, a link to its documentation, and a visible range", () => {
    const marked = query("/Itinerary/<|Dy|>");
    const [found] = diagnose(marked);
    expect(found).toMatchObject({ code: "SXP2001", severity: 1, source: "sxp", range: marked.range });
    expect(found!.codeDescription?.href).toMatch(/docs\/reference\/diagnostics\.md#sxp2001$/);
  });

  it("point into the schema", () => {
    const schema = exampleText("itinerary/itinerary.schema.json");
    const document = TextDocument.create("x", "json", 0, schema);
    const told = (text: string) =>
      diagnose(query(text))
        .flatMap((one) => one.relatedInformation ?? [])
        .map(({ location, message }) => {
          expect(location.uri).toBe(exampleUri("itinerary/itinerary.schema.json"));
          return `${document.getText(location.range)} ${message}`;
        });
    expect(told("/Itinerary/Dy")).toEqual(['"Day" "Day" is declared here.']);
    expect(told("/Itinerary/POI")[0]).toBe('"POI" "POI" is declared here.');
    expect(told("//Day[@cty]")).toEqual(['"attributes" The attributes of "Day".']);
    expect(told('//Day[@city = "Paris"]')).toEqual(['"city" "@city" is declared here.']);
  });

  it("fade what is redundant", () => {
    expect(diagnose(query("//Day[1:]")).map(({ tags }) => tags)).toEqual([[1]]);
  });

  it("say that an imported file is missing, and which is meant", () => {
    const others = { "file:///p/trip.schema.json": '{"version":1,"roots":["A"],"types":{"A":{}}}' };
    const marked = file("file:///p/a.sxp", 'import schema "tripp.schema.json";\ndeclare query q() := /A;', others);
    expect(diagnose(marked)[0]).toMatchObject({ code: "import", severity: 1 });
    expect(diagnose(marked)[0]!.message).toContain('Did you mean "trip.schema.json"?');
    const at = file("file:///p/a.sxp", 'import schema <|>"tripp.schema.json";\ndeclare query q() := /A;', others);
    expect(act(at, "trip.schema.json")).toContain('import schema "trip.schema.json";');
  });

  it("change with the schema", () => {
    const uri = "file:///p/s.schema.json";
    const marked = file("file:///p/a.sxp", 'import schema "s.schema.json";\ndeclare query q() := /A/B;', {
      [uri]: '{"version":1,"roots":["A"],"types":{"A":{}}}',
    });
    expect(codes(marked)).toEqual(["SXP2001"]);
    marked.files.set(uri, '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{}}}');
    expect(codes(marked)).toEqual([]);
    marked.files.delete(uri);
    expect(codes(marked)).toEqual(["import"]);
  });

  it("hint at the operator that costs more than the budget", () => {
    const found = diagnose(query('//POI[<|node =~ "museum"|>]', { maxScorerPairs: 10 }));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: "cost", severity: 3 });
    expect(found[0]!.message).toMatch(/Up to \d+ pairs/);
    expect(codes(query('//POI[node =~ "museum"]'))).toEqual([]);
  });

  it("count the pairs that a star costs in data without a schema", () => {
    const day = "<Day><Item>a</Item><Item>b</Item><Note><Line>c</Line></Note></Day>";
    const data = "file:///p/log.xml";
    const { service } = createKit({ [data]: `<Log>${day.repeat(10)}</Log>` }, { data, maxScorerPairs: 10 });
    const found = service.diagnostics(TextDocument.create("file:///p/q.sxp", "sxp", 1, '/Log/Day/*[node =~ "a"]'));
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining("Up to 30 pairs")]);
  });

  it("are the same for every example, as good as none", () => {
    for (const name of ["itinerary", "todo", "mealplan"]) {
      const kit = createKit();
      const document = TextDocument.create(
        exampleUri(`${name}/${name}.sxp`),
        "sxp",
        1,
        exampleText(`${name}/${name}.sxp`),
      );
      expect(kit.service.diagnostics(document).filter(({ severity }) => severity! < 3)).toEqual([]);
    }
  });
});

describe("diagnostics of schema files", () => {
  const schema = (text: string) => file("file:///p/s.schema.json", text);

  it("are found, and repaired", () => {
    const text = '{"version":1,"roots":["Day"],"types":{"Dya":{}}}';
    expect(codes(schema(text))).toEqual(["SXP2104"]);
    expect(act(schema(text.replace('"Day"', '<|>"Day"')), 'Replace by "Dya"')).toBe(text.replace('"Day"', '"Dya"'));
  });

  it("leave other JSON alone", () => {
    expect(codes(file("file:///p/package.json", '{"types": 1}'))).toEqual([]);
  });
});

describe("quick fixes", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["/Itinerary/D<|>y", "Replace by Day", "/Itinerary/Day"],
    ["/Itinerary/<|>POI", "Replace by /Day/POI", "/Itinerary/Day/POI"],
    ["//Day[@c<|>ty]", "Replace by city", "//Day[@city]"],
    ['//Day[@city = <|>"Otawa"]', "Ottawa", '//Day[@city = "Ottawa"]'],
    ['//POI[node =~ "a" <|>AND node =~ "b"]', "and", '//POI[node =~ "a" and node =~ "b"]'],
    ['//POI[node <|>~= "a"]', "=~", '//POI[node =~ "a"]'],
    ["//Day[@index <|>== 1]", "Replace by =", "//Day[@index = 1]"],
    ["//Day[<|>0]", "1", "//Day[1]"],
    ['//POI[node =~ "x"]<|>[1]', "before the relevance", '//POI[1][node =~ "x"]'],
    ["//Day[avrg<|>(/POI)]", "avg", "//Day[avg(/POI)]"],
    ["//Day<|>[1", "Insert", "//Day[1]"],
  ];
  for (const [text, title, fixed] of cases) it(`${text} → ${fixed}`, () => expect(act(query(text), title)).toBe(fixed));

  it("write a field that is taken for a node in a bracket", () => {
    const schema = exampleUri("todo/todo.schema.json");
    const { service } = createKit({}, { schema });
    const text = '//Task/description[. =~ "proposal"]';
    const document = TextDocument.create("file:///field.sxp", "sxp", 1, text);
    const whole = { start: document.positionAt(0), end: document.positionAt(text.length) };
    const [found] = service.diagnostics(document);
    expect(found!.message).toContain('"description" is a field of "Task"');
    const [fix] = service.codeActions(document, whole, ["quickfix"]);
    expect(fix!.title).toBe('Write //Task[description =~ "proposal"]');
    expect(applyTo(document, fix!.edit)).toBe('//Task[description =~ "proposal"]');
  });

  it("are there for every message that asks whether something else was meant", () => {
    const slips = [
      "/Itinry",
      "//Dya",
      "//Day[@wether]",
      '//Day[@city = "Otawa"]',
      "//Day/anestor::*",
      "//Day[contans(@city, 'a')]",
      "//Day[0]",
    ];
    for (const slip of slips) {
      const { service, document, range } = query(slip);
      const whole = { start: document.positionAt(0), end: document.positionAt(slip.length) };
      void range;
      for (const found of service.diagnostics(document)) {
        if (!String(found.message).includes("Did you mean")) continue;
        const fixes = service.codeActions(document, whole, ["quickfix"]);
        expect(
          fixes.some(({ diagnostics }) => diagnostics?.[0]?.message === found.message),
          `${slip}: ${found.message}`,
        ).toBe(true);
      }
    }
  });

  it("fix all at once", () => {
    const { service, document, range } = query('//Dya[@city == "Ottawa" AND @cost = "1"]/POI');
    const [action] = service.codeActions(document, range, ["source.fixAll"]);
    expect(applyTo(document, action!.edit)).toBe('//Day[@city = "Ottawa" and @cost = "1"]/POI');
    expect(action!.kind).toBe("source.fixAll.sxp");
  });

  it("fix all what a fix brings to light, too", () => {
    const stacked = query("//Dya[@city == 'Otawa' AND node ~ 'park' && not(@dat)]//POI[1]]");
    const [action] = stacked.service.codeActions(stacked.document, stacked.range, ["source.fixAll"]);
    const fixed = query(applyTo(stacked.document, action!.edit));
    const again = fixed.service.codeActions(fixed.document, fixed.range, ["source.fixAll"]);
    expect(again.map(({ edit }) => applyTo(fixed.document, edit))).toEqual([]);
  });

  it("copy a step above the comment of its query", () => {
    const module = "(: Parks. :)\ndeclare query q() := //Day[1]/P<|>OI/Note;";
    expect(act(query(module), "Copy //Day[1]/POI")).toBe(
      "declare query query() :=\n  //Day[1]/POI;\n\n(: Parks. :)\ndeclare query q() := //Day[1]/POI/Note;",
    );
  });

  it("reports a second import of a kind, and takes it away", () => {
    const head = 'import data "itinerary.xml";\n';
    const twice = file(
      exampleUri("itinerary/own.sxp"),
      `${head}<|>import data "itinerary.xml";\ndeclare query q() := /*;`,
    );
    expect(told(twice)).toEqual([`warning import Only the first "import data" of a file counts.`]);
    expect(act(twice, "Remove this import")).toBe(`${head}\ndeclare query q() := /*;`);
  });

  it("hints at a value that the data does not have", () => {
    const about = (marked: string) => query(marked, { schema: null });
    expect(told(about('//Day[@city = "Otawa"]'))).toEqual([
      'hint value No node of the data has a "@city" of "Otawa". Did you mean "Ottawa"?',
    ]);
    expect(act(about('//Day[@city = "O<|>tawa"]'), "Replace by")).toBe('//Day[@city = "Ottawa"]');
    expect(told(about('//Day[@city = "Ottawa"]'))).toEqual([]);
    expect(told(about('//Day[@city != "Otawa"]'))).toEqual([]);
    expect(told(query('//Day[@city = "Otawa"]', { schema: null, data: null }))).toEqual([]);
  });
});

describe("rewritings", () => {
  it("move a position to either side of a relevance", () => {
    expect(act(query('//POI<|>[1][node =~ "x"]'), "after the relevance")).toBe('//POI[node =~ "x"][1]');
    expect(act(query('//POI[node =~ "x"][<|>1]'), "pick by place")).toBe('//POI[1][node =~ "x"]');
  });

  it("apply a position to the whole result, and back", () => {
    expect(act(query("//POI[<|>2]"), "whole result")).toBe("(//POI)[2]");
    expect(act(query("/Itinerary//POI[node =~ 'x'][<|>1:3]"), "whole result")).toBe(
      "(/Itinerary//POI[node =~ 'x'])[1:3]",
    );
    expect(act(query("(//POI)[<|>2]"), "for each node")).toBe("//POI[2]");
  });

  it("give a query a name, and take it away", () => {
    expect(act(query("//POI[node =~ $w<|>ish]"), "Give the query a name")).toBe(
      "declare query query($wish) :=\n  //POI[node =~ $wish];",
    );
    expect(act(query("declare query q() := //D<|>ay[1];"), "Inline the query")).toBe("//Day[1]");
    expect(act(query("declare query q() := //D<|>ay[1]/POI;"), "Copy //Day[1]")).toBe(
      "declare query query() :=\n  //Day[1];\n\ndeclare query q() := //Day[1]/POI;",
    );
  });

  it("make a condition a parameter, and back", () => {
    expect(act(query('declare query q() := //POI[node =~ "mus<|>eum"];'), "a parameter")).toBe(
      "declare query q($condition as string) := //POI[node =~ $condition];",
    );
    expect(act(query("declare query q($a) := //POI[node =~ $a][@minutes > 6<|>0];"), "a parameter")).toBe(
      "declare query q($a, $value as number) := //POI[node =~ $a][@minutes > $value];",
    );
    expect(act(query('//POI[node =~ "mus<|>eum"]'), "a parameter")).toBe("//POI[node =~ $condition]");
    expect(act(query("declare query q($a, $b) := //POI[node =~ $a<|>][@name = $b];"), "Inline $a")).toBe(
      'declare query q($b) := //POI[node =~ "a"][@name = $b];',
    );
  });

  it("leave queries that parse again", { tags: "slow" }, () => {
    for (const text of ["//POI[2]", '//POI[1][node =~ "x"]', 'declare query q() := (//Day)[1]/POI[node =~ "x"][2];']) {
      for (let offset = 0; offset <= text.length; offset++) {
        const marked = query(`${text.slice(0, offset)}<|>${text.slice(offset)}`);
        for (const action of marked.service.codeActions(marked.document, marked.range, ["refactor"])) {
          const after = query(applyTo(marked.document, action.edit));
          expect(
            diagnose(after).filter(({ severity }) => severity === 1),
            `${action.title}: ${after.text}`,
          ).toEqual([]);
        }
      }
    }
  });
});
