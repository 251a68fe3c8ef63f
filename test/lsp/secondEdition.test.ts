import { TOKEN_LEGEND } from "@semantic-xpath/lsp";
import { parse } from "@semantic-xpath/parser";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  accept,
  act,
  applyTo,
  createKit,
  exampleText,
  exampleUri,
  file,
  labels,
  type MarkedDocument,
  query,
} from "./kit.js";

/** What must be among the first items at a prefix, and what must not be offered at all. */
const COMPLETIONS: readonly (readonly [prefix: string, wanted: readonly string[], unwanted?: readonly string[]])[] = [
  ["//Day[", ["order by …", "some $x in … satisfies …", "every $x in … satisfies …", "sum(…)", "@date"]],
  ["//Day[o", ["order by …"]],
  ["//Day[order ", ["by"]],
  [
    "//Day[order by ",
    ["@index", "@date", "sum(…)", "count(…)", "/POI", "root()/"],
    ['node =~ "…"', "position()", "not(…)"],
  ],
  ["//POI[order by ", ["@minutes", "@cost"], ["gmean(…)", "contains(…)", "distinct-values(…)"]],
  ["//Day[order by @date ", ["ascending", "descending", "+"], ["and", "="]],
  ["//Day[order by @city ", ["ascending", "descending"], ["+", "and"]],
  ["//Day[order by @date d", ["descending"]],
  ["//Day[order by @date, ", ["@index"]],
  ["//POI[order by /Note/@kind ", ["ascending", "descending"], ["and", "satisfies"]],
  ["//Day[sum(", ["/POI/@minutes", "/Restaurant/@minutes", "/POI"], ["@date", "not(…)"]],
  ["//Day[distinct-values(", ["/POI/@name", "/POI/@category"]],
  ["//Day[sum(/POI/@", ["@minutes"]],
  ["//Day[sum(/POI/@minutes) ", ["=", ">=", "+", "div"], ["and", "=~"]],
  ["//Day[sum(/POI/@minutes) > ", ["@index", "sum(…)", "/POI", "root()/"], ["0.5", "not(…)"]],
  ["//POI[@minutes ", [">=", "+", "*", "mod", "and"]],
  ["//POI[@minutes + ", ["@minutes", "string-length(…)"], ["not(…)", 'node =~ "…"']],
  ["//POI[@minutes * 2 > ", ["@minutes", "avg(…)"], ["0.5"]],
  ["//POI[@minutes > 3 ", ["and", "or", "+"]],
  ["//Day[@theme = @", ["@city"]],
  ["//Note[contains(", ["@kind", "lower-case(…)", "text()"], ["not(…)"]],
  ["//POI[matches(@name, ", [], ["@name", "lower-case(…)"]],
  ["//Day[some $x ", ["in"]],
  ["//Day[some $x in ", ["/POI", "/Restaurant", "//Note", "root()/"]],
  ["//Day[some $x in /POI ", ["satisfies", "/", "["], ["and", "|"]],
  ["//Day[some $x in /POI s", ["satisfies"]],
  ["//Day[some $x in /POI satisfies ", ["$x", "@date", "every $y in … satisfies …"]],
  ["//Day[some $x in /POI satisfies $", ["$x"]],
  ["//Day[some $x in /POI satisfies $x/", ["Note", "@minutes"], ["POI", "Day", "@date"]],
  ["//Day[some $x in /POI satisfies $x/@", ["@minutes"], ["@date", "@meal"]],
  ["//Day[some $x in /POI satisfies $x/@minutes ", [">=", "+"], ["[", "/", "and"]],
  ["//Day[some $x in /POI satisfies $x/@minutes > ", ["$x", "@index"]],
  ["//Day[some $x in /POI, $y in ", ["$x", "/POI"]],
  ["//Day[some $x in /POI, $y in $x/", ["Note"], ["POI"]],
  ["//Day[count(root()/", ["Itinerary"], ["Day", "POI"]],
  ["//Day[count(root()//", ["Day", "POI"]],
  ["//Note/", ["text()", "@kind"]],
  ["//Day/", ["@date"], ["text()"]],
  ["//Day/@date ", ["|", "except", ">="], ["[", "/"]],
  ["//Day ", ["|", "except", "intersect", "[", "/"]],
  ["//Day e", ["except"]],
  ["//POI except ", ["//Day", "//POI"]],
  ["//POI except //", ["Day", "POI"]],
  ["//Note[. ", ["=~", "=", "!="]],
  ["", ["count(…)", "sum(…)", "distinct-values(…)", "/Itinerary"], ["position()", "not(…)"]],
  ["count(", ["/Itinerary", "//Day", "//POI"]],
  ["count(//Day) ", ["=", ">=", "div"], ["and", "=~"]],
  ["count(//Day) div ", ["count(…)", "//Day"], ["not(…)", "@date"]],
  ["declare query a() := ", ["count(…)", "//Day"]],
  ["max(", ["//Day", "//POI"], ["not(…)", "position()"]],
  ["//POI[@name = /Note/@kind ", ["and"], ["=", ">", "+"]],
  ["//Day[@index > /POI/@minutes ", ["and", "+"], ["=", ">"]],
  ['//POI[@name = "A" ', ["and", "or"], ["+", "mod"]],
  ['//Day[max(/POI[node =~ "a"]) ', ["and", ">="], ["+", "mod"]],
  ["//POI/..", ["/"], ["["]],
  ["//Day/{ @date }/", [], ["*", "POI", "parent::"]],
  ["(//POI/@category)[. = ", ["park"]],
  ["(//POI/@minutes)[@", [], ["@minutes", "@name"]],
  ["(//POI/@minutes)[order by ", ["."], ["/Note", "@minutes"]],
  ['//POI[contains(@name, "a", ', ["case-insensitive", "codepoint"]],
  ["as of ", ["now", "all"]],
  ['as of "', ["now", "all"], ["//POI"]],
  ["//POI/{ a: ", [".", "@name", "/Note", 'node =~ "…"']],
  ["//Note/{ a: ", [".", "text()", "@kind"]],
  ["Itinerary/", ["Day"], ["Itinerary"]],
  ["ro", ["round(…)"]],
  ["//POI[starts-with(@name ", [], ["=", "=~", "and"]],
  ["//POI[1:$", [], ["1", "1:3"]],
  ["(//POI/@minutes)[. > 60", [], ["and", "+"]],
  ["//Day[weekday(@date) = ", ["Monday", "Sunday"], ["Day", "POI"]],
  ["//Day[weekday(@", ["@date"], ["@index"]],
  ["//Day[count(/POI except /POI[", ["order by …"], ["group by …"]],
  ['replace value of node //POI[1]/@category with "', ["park", "museum"], ["count(…)", "/Itinerary"]],
  ["move node //POI[1] before //", ["POI", "Day"], ["@name", "text()"]],
  ["delete node //POI[1]/", ["Note"], ["{ … }"]],
  ["rename node //Restaurant[1] as ", ["POI"], ["Day", "Itinerary"]],
];

describe("completion of the second edition", () => {
  for (const [prefix, wanted, unwanted = []] of COMPLETIONS) {
    it(`after ${prefix === "" ? "nothing" : prefix}`, () => {
      const found = labels(query(`${prefix}<|>`));
      for (const label of wanted) expect(found).toContain(label);
      for (const label of unwanted) expect(found).not.toContain(label);
    });
  }

  it("puts what has an order first among the keys", () => {
    const found = labels(query("//POI[order by <|>"));
    expect(found.indexOf("@minutes")).toBeLessThan(found.indexOf("@name"));
  });

  it("writes a quantifier with a name that is free", () => {
    expect(accept(query("//Day[<|>]"), "some $x in … satisfies …")).toBe("//Day[some \\$x in <|> satisfies ]");
    expect(labels(query("//Day[some $x in /POI satisfies <|>"))).toContain("some $y in … satisfies …");
  });
});

const ODD = JSON.stringify({ people: [{ "first name": "Ada", "due date": "2026-03-01" }] });
const odd = (marked: string) =>
  file("file:///p/q.sxp", marked, { "file:///p/d.json": ODD }, { data: "file:///p/d.json" });

describe("names that need quotes", () => {
  it("are offered with them, and inside of them without", () => {
    const attribute = "@due date";
    expect(labels(odd("//people/@<|>"))).toContain(attribute);
    expect(accept(odd("//people/@<|>"), attribute)).toBe('//people/@"due date"');
    expect(accept(odd("//people[<|>]"), attribute)).toBe('//people[@"due date"]');
    expect(accept(odd('//people[@"du<|>'), attribute)).toBe('//people[@"due date"');
    expect(labels(odd("//people[<|>]"))).not.toContain("due date");
  });

  it("are names to the colours", () => {
    expect(tokens(odd('//people[@"due date" = "x"]'))).toContain('"due date":property');
  });
});

function tokens({ service, document }: MarkedDocument): string[] {
  const data = service.semanticTokens(document);
  const told: string[] = [];
  let character = 0;
  for (let at = 0; at < data.length; at += 5) {
    character += data[at + 1]!;
    const word = document.getText().slice(character, character + data[at + 2]!);
    told.push(`${word}:${TOKEN_LEGEND.tokenTypes[data[at + 3]!]}`);
  }
  return told;
}

describe("the words of the second edition", () => {
  it("have their colours", () => {
    const found = tokens(query("//Day[some $x in /POI satisfies $x/@minutes div 2 > $n][order by @date descending]"));
    for (const wanted of [
      "some:keyword",
      "$x:variable",
      "in:keyword",
      "satisfies:keyword",
      "div:keyword",
      "$n:parameter",
    ])
      expect(found).toContain(wanted);
    for (const wanted of ["order:keyword", "by:keyword", "descending:keyword"]) expect(found).toContain(wanted);
  });
});

const hoverText = async ({ service, document, position }: MarkedDocument): Promise<string> => {
  const found = await service.hover(document, position);
  return typeof found?.contents === "object" && "value" in found.contents ? found.contents.value : "";
};

describe("hover", () => {
  const CASES: readonly (readonly [string, string])[] = [
    ["//Day[or<|>der by @date]", "Orders by `@date`, the least first"],
    ["//Day[order by @date desc<|>ending]", "the greatest first"],
    ["//Day[so<|>me $x in /POI satisfies $x/@minutes > 3]", "for at least one"],
    ["//Day[some $x in /POI satisfies $<|>x/@minutes > 3]", "each node of `//Day/POI` in turn"],
    ["//Day[some $x in /POI satisfies $<|>x/@minutes > 3]", "**POI**"],
    ["//Day[some $x in /POI satisfies $x/@min<|>utes > 3]", "**@minutes**"],
    ["//Day[sum(/POI/@minutes) <|>> 3]", "True where"],
    ["//POI[@minutes <|>+ 2 > 3]", "The sum"],
    ['//POI[cont<|>ains(@name, "a")]', "contains(value, value, text?)"],
    ['//POI[cont<|>ains(@name, "a")]', "as in XPath 3.1"],
    ['//POI[week<|>day(@name) = "a"]', "of this language"],
    ["//Day[count(ro<|>ot()//Day) > 2]", "The document"],
    ["cou<|>nt(//Day) > 2", "Gives a number"],
    ["count(//Day) <|>> 2", "Gives **true**"],
    ["//POI exc<|>ept //POI[exists(/Note)]", "not in the right"],
    ["//Day[order by @date][<|>1]", "by the keys of the order before it"],
  ];
  for (const [marked, words] of CASES)
    it(`says at ${marked}`, async () => expect(await hoverText(query(marked))).toContain(words));
});

const rename = ({ service, document, position }: MarkedDocument, name: string): string => {
  const renaming = service.rename(document, position, name);
  return renaming?.problem ?? applyTo(document, renaming === null ? null : { changes: renaming.changes ?? {} });
};

describe("bound names", () => {
  const NESTED = "//Day[some $x in /POI satisfies (some $x in $x/Note satisfies $x/@kind = $k) and $x/@minutes > 1]";

  it("are renamed in their scope alone", () => {
    const at = (offset: number) => `${NESTED.slice(0, offset)}<|>${NESTED.slice(offset)}`;
    expect(rename(query(at(NESTED.indexOf("$x in /POI") + 1)), "stop")).toBe(
      "//Day[some $stop in /POI satisfies (some $x in $stop/Note satisfies $x/@kind = $k) and $stop/@minutes > 1]",
    );
    expect(rename(query(at(NESTED.indexOf("$x/@kind") + 1)), "note")).toBe(
      "//Day[some $x in /POI satisfies (some $note in $x/Note satisfies $note/@kind = $k) and $x/@minutes > 1]",
    );
  });

  it("are not given where they would be caught, or catch another", () => {
    expect(rename(query("//Day[some $<|>x in /POI satisfies $x/@name = $k]"), "k")).toContain("something else");
    expect(rename(query("//Day[some $x in /POI satisfies $x/@name = $<|>k]"), "x")).toContain("something else");
    expect(rename(query("//Day[@city = $<|>k and (some $x in /POI satisfies $x/@minutes > 1)]"), "x")).toContain("$x");
  });

  it("lead to their binding", () => {
    const { service, document, position } = query("//Day[some $x in /POI satisfies $<|>x/@minutes > 1]");
    const [link] = service.definition(document, position);
    expect(document.getText(link!.targetRange)).toBe("x");
    expect(document.offsetAt(link!.targetRange.start)).toBe("//Day[some $".length);
    expect(service.references(document, position, true)).toHaveLength(2);
  });

  it("are no parameters of what is made of the query", () => {
    expect(act(query("//Day[some $x in /POI satisfies $x/@name = $k]"), "Give the query a name")).toContain(
      "query($k) :=",
    );
  });
});

describe("names of the schema", () => {
  it("are renamed in keys, values, bindings and paths from the root", () => {
    const uri = exampleUri("itinerary/own.sxp");
    const text = [
      'import schema "itinerary.schema.json";',
      "declare query a() := //POI[order by @min<|>utes];",
      "declare query b() := sum(//POI/@minutes) div 60;",
      "declare query c() := //Day[some $x in /POI satisfies $x/@minutes > avg(root()//POI/@minutes)];",
      'declare query d() := //POI[@"minutes" + minutes > 3];',
    ].join("\n");
    const marked = file(uri, text);
    const changed = rename(marked, "length");
    expect(changed).not.toContain("minutes");
    expect(changed.match(/length/g)).toHaveLength(6);
    expect(rename(marked, "how long")).toContain('[@"how long" + @"how long" > 3]');
  });
});

describe("a text without quotes", () => {
  it("is offered them", () => {
    expect(act(query("//Day[@city = <|>Ottawa]"), "Quote it")).toBe('//Day[@city = "Ottawa"]');
    expect(act(query("//Day[@theme = <|>lakes]"), "Quote it")).toBe('//Day[@theme = "lakes"]');
  });
});

describe("orders", () => {
  it("have positions on both sides of them", () => {
    expect(act(query("//Day[<|>1][order by @date]"), "pick by its keys")).toBe("//Day[order by @date][1]");
    expect(act(query("//Day[order by @date][<|>1]"), "pick by place")).toBe("//Day[1][order by @date]");
  });
});

describe("queries that give a value", () => {
  const ITINERARY = {
    schema: exampleUri("itinerary/itinerary.schema.json"),
    data: exampleUri("itinerary/itinerary.xml"),
  };
  const kit = (text: string) => createKit({ "file:///p/q.sxp": text }, ITINERARY);

  it("run to it, and keep what it came from", async () => {
    const { service, panics } = kit("count(//Day) + 1");
    const ran = await service.run({ uri: "file:///p/q.sxp" });
    expect(ran.problem).toBeNull();
    const days = ran.matches.length;
    expect(ran.value).toBe(days + 1);
    expect(service.runs().runs[0]!.value).toBe(days + 1);
    expect((await service.view({ run: ran.run!, method: "overview", params: {} })).problem).toBeNull();
    expect(panics).toEqual([]);
  });

  it("are copied as tests of the value", async () => {
    const { service } = kit("distinct-values(//Day/@city)");
    const { text } = await service.test({ uri: "file:///p/q.sxp" });
    expect(text).toContain('expect(value).toEqual(["Toronto"');
  });

  it("show it beside the text, with how much is behind each step", async () => {
    const marked = query("count(//Day[1]/POI) > 1");
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    const hints = await marked.service.inlayHints(marked.document, range);
    expect(hints.map(({ label }) => label)).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
      "= true",
    ]);
  });

  it("say which value could not be read", async () => {
    const { service } = kit("sum(//POI/@name)");
    const ran = await service.run({ uri: "file:///p/q.sxp" });
    expect(ran.problem).toBeTruthy();
  });
});

describe("every prefix of every request", () => {
  it("has an answer, and what the author wrote next is among what is offered", {
    tags: "slow",
    timeout: 120_000,
  }, () => {
    const missed: string[] = [];
    const panics: unknown[] = [];
    for (const name of ["itinerary", "todo", "mealplan"]) {
      const kit = createKit(
        {},
        {
          schema: exampleUri(`${name}/${name}.schema.json`),
          data: exampleUri(`${name}/${name}.${name === "mealplan" ? "json" : "xml"}`),
        },
      );
      const text = exampleText(`requests/${name}.sxp`);
      for (const {
        query: { span },
      } of parse(text).ast.declarations) {
        const own = text.slice(span.start, span.end);
        for (let end = 0; end < own.length; end++) {
          const prefix = own.slice(0, end);
          const document = TextDocument.create("file:///p/q.sxp", "sxp", 1, prefix);
          const { items } = kit.service.complete(document, document.positionAt(end));
          const next = WORD.exec(own.slice(end))?.[0];
          const isStart = next !== undefined && !/[\p{L}\p{N}_@$-]$/u.test(prefix) && !isInString(prefix);
          if (
            isStart &&
            !items.some(
              ({ label }) =>
                label === next || label.startsWith(`${next}(`) || label === `${next}::` || label.startsWith(`${next} `),
            )
          )
            missed.push(`${prefix}|${next}`);
        }
      }
      panics.push(...kit.panics);
    }
    expect(panics).toEqual([]);
    expect(missed).toEqual([]);
  });
});

/** A word of the language or of the schema; names that are made up as one writes are none. */
const WORD = /^(?:[A-Za-z][\w-]*|@[A-Za-z_]\w*)/;
const isInString = (text: string): boolean => text.split('"').length % 2 === 0;
