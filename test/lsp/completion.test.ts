import { compile, readTree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { accept, exampleText, file, labels, query } from "./kit.js";

const tree = readTree(exampleText("itinerary/itinerary.xml"));

describe("steps", () => {
  it("offers the root where a path starts", () => {
    expect(labels(query("/<|>"))[0]).toBe("Itinerary");
    expect(labels(query("/<|>"))).not.toContain("Day");
  });

  it("offers only children of the possible types behind /", () => {
    const items = labels(query("/Itinerary/Day/<|>"));
    expect(items.slice(0, 2)).toEqual(["POI", "Restaurant"]);
    expect(items).not.toContain("Note");
    expect(items).not.toContain("Day");
  });

  it("offers only descendants behind //, children first", () => {
    const items = labels(query("//Day//<|>"));
    expect(items.slice(0, 3)).toEqual(["POI", "Restaurant", "Note"]);
    expect(items).not.toContain("Day");
  });

  it("knows what evidence paths are relative to", () => {
    expect(labels(query("//Day[avg(/<|>")).slice(0, 2)).toEqual(["POI", "Restaurant"]);
    expect(labels(query("//Day[avg(/POI[exists(/<|>"))[0]).toBe("Note");
    expect(labels(query("//Day[exists(/POI)]/<|>")).slice(0, 2)).toEqual(["POI", "Restaurant"]);
  });

  it("follows axes, groups, offsets and unions", () => {
    expect(labels(query("//Note/parent::<|>")).slice(0, 2).sort()).toEqual(["POI", "Restaurant"]);
    expect(labels(query("//Note/..<|>"))).toContain("/");
    expect(labels(query("(//POI | //Restaurant)[1]/<|>"))[0]).toBe("Note");
    expect(labels(query("//POI | /Itinerary/<|>"))[0]).toBe("Day");
    expect(labels(query("//POI[1][@+1]/ancestor::<|>"))).toContain("Day");
    expect(labels(query("/Itinerary/Day/(POI|<|>")).slice(0, 2)).toContain("Restaurant");
  });

  it("offers only types from which the path goes on as it is written", () => {
    const items = labels(query("//<|>/POI"));
    expect(items[0]).toBe("Day");
    expect(items).not.toContain("Restaurant");
    expect(labels(query("/Itinerary/<|>/POI"))[0]).toBe("Day");
    expect(labels(query("//<|>/Nowhere"))).toContain("Day");
  });

  it("offers axes and attributes as steps", () => {
    const items = labels(query("//Day/<|>"));
    expect(items).toContain("@date");
    expect(items).toContain("ancestor::");
    expect(labels(query("//Day/@<|>"))).toEqual(["@index", "@date", "@city", "@theme", "@weather"]);
    expect(accept(query("//Day/@da<|>"), "@date")).toBe("//Day/@date");
    expect(accept(query("//Day/anc<|>"), "ancestor::")).toBe("//Day/ancestor::");
  });

  it("inserts or replaces the word at the cursor", () => {
    expect(accept(query("/Itinerary/D<|>oy[1]"), "Day", "replace")).toBe("/Itinerary/Day[1]");
    expect(accept(query("/Itinerary/D<|>oy[1]"), "Day", "insert")).toBe("/Itinerary/Dayoy[1]");
  });

  it("offers no step below what has no children", () => expect(labels(query("//Note/<|>"))).not.toContain("*"));

  it("offers what the conditions before leave", () => {
    expect(labels(query('/Itinerary/Day/*[name() = "POI"]/@<|>'))).not.toContain("@rating");
    expect(labels(query('/Itinerary/Day/*[name() = "POI"]/@<|>'))).toContain("@category");
    expect(labels(query('/Itinerary/Day/*[name() != "POI" and @name][@<|>'))).not.toContain("@category");
  });

  it("goes on behind a whole step", () => {
    expect(labels(query("//Day[1]<|>"))).toEqual(["[", "/", "//", "|", "except", "intersect"]);
    expect(accept(query("//Day[1]<|>"), "[")).toBe("//Day[1][<|>]");
    expect(labels(query("//Note[1]<|>"))).toEqual(["[", "|", "except", "intersect"]);
  });

  it("says nothing in a comment", () => expect(labels(query("//Day (: /<|>"))).toEqual([]));

  it("is not misled by what is broken before", () => {
    expect(labels(query("/Itinerary/Day[[avg(]/POI[/<|>")).length).toBeGreaterThan(0);
    const module = 'declare query a() := //Day[@city = "x;\n\ndeclare query b() := //Day/<|>';
    expect(labels(query(module)).slice(0, 2)).toEqual(["POI", "Restaurant"]);
  });
});

describe("conditions", () => {
  it("offers targets, attributes, fields, functions and positions in a bracket", () => {
    const items = labels(query("//POI[<|>"));
    expect(items[0]).toBe('node =~ "…"');
    for (const wanted of [
      "@category",
      "description",
      "avg(…)",
      "not(…)",
      "exists(…)",
      "position()",
      "1",
      "-1",
      "1:3",
    ]) {
      expect(items).toContain(wanted);
    }
    expect(items).not.toContain("@cuisine");
    expect(items).not.toContain('text() =~ "…"');
    expect(items).not.toContain("@+1");
    expect(labels(query("//POI[1][<|>"))).toContain("@+1");
    expect(labels(query("//Note[<|>"))).toContain('text() =~ "…"');
  });

  it("fills in snippets", () => {
    expect(accept(query("//POI[n<|>]"), 'node =~ "…"')).toBe('//POI[node =~ "<|>"]');
    expect(accept(query("//Day[a<|>]"), "avg(…)")).toBe("//Day[avg(<|>)]");
    expect(accept(query("//Day[avg(<|>)]"), "/POI")).toBe("//Day[avg(/POI)]");
  });

  it("offers attributes of these types behind @", () => {
    expect(labels(query("//Day[@<|>"))).toEqual(["@index", "@date", "@city", "@theme", "@weather"]);
    expect(labels(query("//Day[exists(/POI[@<|>"))).toContain("@travel_method");
    expect(accept(query("//Day[@ci<|>t]"), "@city")).toBe("//Day[@city]");
  });

  it("offers operators by the type of the value", () => {
    expect(labels(query("//Day[@date <|>"))[0]).toBe(">=");
    expect(labels(query("//Day[@city <|>"))[0]).toBe("=");
    expect(labels(query("//POI[description <|>"))[0]).toBe("=~");
    expect(labels(query("//POI[node <|>"))).toEqual(["=~"]);
    expect(labels(query('//POI[node =~ "x" <|>'))).toEqual(["and", "or", ">="]);
    expect(labels(query("//Day[count(/POI) <|>"))[0]).toBe("=");
  });

  it("offers the allowed values, in and out of quotes", () => {
    expect(labels(query("//Day[@city = <|>")).slice(0, 3)).toEqual(["Toronto", "Ottawa", "Montreal"]);
    expect(accept(query("//Day[@city = <|>]"), "Ottawa")).toBe('//Day[@city = "Ottawa"]');
    expect(accept(query('//Day[@city = "Ot<|>"]'), "Ottawa")).toBe('//Day[@city = "Ottawa"]');
    expect(accept(query("//Day[@city = 'To<|>wn']"), "Toronto")).toBe("//Day[@city = 'Toronto']");
    expect(labels(query("//POI[@open_air = <|>")).slice(0, 2)).toEqual(["true", "false"]);
    expect(labels(query('/Itinerary/Day/*[name() = "<|>'))).toEqual(["POI", "Restaurant"]);
  });

  it("offers the most frequent values of the data where any is allowed", () => {
    expect(labels(query("//Restaurant[@cuisine = <|>")).length).toBeGreaterThan(3);
    expect(labels(query("//Day[@date >= <|>"))).toContain("2026-06-13");
    expect(accept(query("//POI[@minutes > <|>]"), "60")).toBe("//POI[@minutes > 60]");
  });

  it("offers values beyond the first ones when their beginning is typed", () => {
    const names = Array.from({ length: 90 }, (_, index) => `${index < 70 ? "Place" : "Town"} ${index}`);
    const data = `<R>${names.map((name) => `<N name="${name}"/>`).join("")}</R>`;
    const at = (text: string) =>
      file("file:///p/a.sxp", text, { "file:///p/d.xml": data }, { data: "file:///p/d.xml" });
    const list = ({ service, document, position }: ReturnType<typeof at>) => service.complete(document, position);
    expect(list(at('//N[@name = "<|>'))).toMatchObject({ isIncomplete: true, items: { length: 30 } });
    expect(labels(at('//N[@name = "town<|>'))).toEqual(names.slice(70));
    expect(list(at('//N[@name = "Town 8<|>')).items[0]).toMatchObject({ label: "Town 8" + "0" });
    expect(labels(at('//N[starts-with(@name, "<|>')).slice(0, 2)).toEqual(["Place", "Town"]);
    expect(labels(at('//N[ends-with(@name, "8<|>'))[0]).toMatch(/^8\d?$/);
  });

  it("offers to text functions only what they find, with its case", () => {
    for (const name of ["contains", "starts-with", "ends-with"]) {
      const marked = query(`//POI[${name}(@name, "<|>`);
      const words = labels(marked);
      expect(words.length).toBeGreaterThan(5);
      for (const word of words) {
        const { query: found } = compile(`//POI[${name}(@name, ${JSON.stringify(word)})]`);
        expect(`${word}: ${found!.select(tree).ids.length > 0}`).toBe(`${word}: true`);
      }
    }
  });

  it("offers numbers for counts, and shares for scores", () => {
    expect(labels(query("//Day[count(/POI) >= <|>")).slice(0, 3)).toEqual(["1", "2", "3"]);
    expect(labels(query('//POI[node =~ "park" >= <|>'))).toEqual(["0.5", "0.8", "0.3"]);
  });

  it("inserts with its comparison what alone is no condition", () => {
    expect(accept(query('//POI[node =~ "park" and <|>]'), "position()")).toContain("and position() >= ");
    expect(accept(query("//Day[c<|>]"), "count(…)")).toBe("//Day[count(<|>) >= ]");
  });

  it("offers an evidence path as the first argument only", () => {
    expect(labels(query("//POI[min(<|>"))[0]).toBe("/Note");
    expect(labels(query('//POI[min(@name = "a", <|>'))).not.toContain("/Note");
  });

  it("suggests conditions from the salient terms of the data", () => {
    const items = labels(query('//POI[node =~ "<|>'));
    expect(items.length).toBeGreaterThan(5);
    expect(items.some((label) => label.includes(" "))).toBe(true);
    expect(accept(query('//POI[node =~ "<|>"]'), items[0]!)).toBe(`//POI[node =~ "${items[0]}"]`);
    expect(accept(query("//POI[node =~ <|>]"), items[0]!)).toBe(`//POI[node =~ "${items[0]}"]`);
  });

  it("offers parameters only where their type can stand", () => {
    const module = (body: string) => query(`declare query q($wish as string, $n as number) := ${body}`);
    for (const [body, offered] of [
      ["//Day[@date >= <|>", ["$wish"]],
      ["//Day[count(/POI) >= <|>", ["$n"]],
      ["//*[name() = <|>", ["$wish"]],
      ["//POI[contains(@name, <|>", ["$wish"]],
      ['//POI[node =~ "a" >= <|>', ["$n"]],
    ] as const) {
      expect(labels(module(body)).filter((label) => label.startsWith("$"))).toEqual(offered);
    }
  });

  it("offers parameters where they suit", () => {
    const module = (body: string) => query(`declare query q($wish as string, $n as number) := ${body}`);
    expect(labels(module("//POI[node =~ <|>"))).toContain("$wish");
    expect(labels(module("//POI[node =~ <|>"))).not.toContain("$n");
    expect(labels(module("//POI[<|>"))).toContain("$n");
    expect(accept(module("//POI[node =~ $w<|>];"), "$wish")).toContain("[node =~ $wish];");
  });
});

describe("documents", () => {
  it("offers declarations, imports and queries at the start", () => {
    const items = labels(query("<|>"));
    for (const wanted of ["declare query", "import schema", "import data", "/Itinerary", "//POI", "(…)[1:5]"]) {
      expect(items).toContain(wanted);
    }
  });

  it("offers a named query as a start", () => {
    const marked = query("declare query days() := //Day[1]; declare query more() := <|>");
    expect(accept(marked, "days")).toContain("more() := //Day[1]");
  });

  it("offers keywords", () => {
    expect(labels(query("import <|>"))).toEqual(["schema", "data"]);
    expect(labels(query("declare <|>"))).toEqual(["query", "update"]);
    expect(labels(query("declare query q($a as <|>"))).toEqual(["string", "number"]);
    expect(labels(query("declare update u($a as <|>"))).toEqual(["string", "number", "node"]);
    expect(labels(query('import schema "a.schema.json";\nimport <|>'))).toEqual(["data"]);
  });

  it("offers files in imports, schemas and data apart", () => {
    const others = {
      "file:///p/a.schema.json": "{}",
      "file:///p/a.xml": "<A/>",
      "file:///p/sub/b.xml": "<B/>",
      "file:///p/notes.txt": "",
    };
    const at = (text: string) => file("file:///p/a.sxp", text, others);
    expect(labels(at('import schema "<|>'))[0]).toBe("a.schema.json");
    expect(labels(at('import data "<|>'))).toEqual(["a.xml", "sub/"]);
    expect(labels(at('import data "sub/<|>'))).toEqual(["b.xml"]);
    expect(accept(at('import data "sub/<|>";'), "b.xml")).toBe('import data "sub/b.xml";');
  });
});

describe("keys of groups", () => {
  it("have a name where they need one", () => {
    expect(accept(query("(//POI)[group by <|>]"), "lower-case(…)")).toBe(
      "(//POI)[group by lower-case(<|>) as lower-case]",
    );
    expect(accept(query("(//POI)[group by <|>]"), "@category")).toBe("(//POI)[group by @category]");
    expect(accept(query("(//POI)[group by <|> as kind]"), "lower-case(…)")).toBe(
      "(//POI)[group by lower-case(<|>) as kind]",
    );
    expect(accept(query("(//POI)[order by <|>]"), "lower-case(…)")).toBe("(//POI)[order by lower-case(<|>)]");
  });
});

describe("what stands after the cursor", () => {
  it.each([
    ["(//POI)[no<|>de =~ 'lake']", 'node =~ "…"'],
    ["replace va<|>lue of node //POI[1]/@cost with 5", "value of node"],
    ["insert node <Note ki<|>nd='tip'/> into //POI[1]", "kind"],
    ["insert node //POI[1] as la<|>st into //Day[2]", "last into"],
    ["insert node att<|>ribute pace {'slow'} into //Day[2]", "attribute"],
  ])("is not inserted again: %s", (marked, label) => {
    expect(accept(query(marked), label)).toBe(marked.replace("<|>", ""));
  });
});

describe("documentation", () => {
  it("comes with a live example when an item is looked at", async () => {
    const { service, document, position } = query("//Day/<|>");
    const item = service.complete(document, position).items[0]!;
    const { documentation } = await service.resolveCompletion(item);
    const text = typeof documentation === "object" ? documentation.value : "";
    expect(text).toContain("A point of interest");
    expect(text).toMatch(/```sxp\n\/\/POI\n```\n\nFinds \d+ matches here, first `\/Itinerary\/Day\[1\]\/POI\[1\]`/);
  });

  it("has an example for every function", async () => {
    const { service, document, position, panics } = query("//Day[<|>");
    for (const item of service.complete(document, position).items) {
      if (item.kind === 3) expect(JSON.stringify((await service.resolveCompletion(item)).documentation)).toMatch(/sxp/);
    }
    expect(panics).toEqual([]);
  });
});
