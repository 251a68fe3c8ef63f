import { AXES, FUNCTIONS, tokenize } from "@semantic-xpath/parser";
import { describe, expect, it } from "vitest";
import { extensionText, rootText } from "./support/paths.js";
import { painted, tokensOf } from "./support/tokens.js";

const GRAMMAR = extensionText("syntaxes/sxp.tmLanguage.json");
/** The words of a table of the parser, whether it is a list or is keyed by name. */
const namesOf = (table: readonly string[] | object): readonly string[] =>
  Array.isArray(table) ? table : Object.keys(table);

describe("the grammar of .sxp files", () => {
  it("distinguishes steps, attributes, fields and texts", async () => {
    expect(await painted('//Day/POI[@cost = "CAD 0"]/@name')).toEqual([
      "// keyword.operator.path",
      "Day entity.name.type.step",
      "/ keyword.operator.path",
      "POI entity.name.type.step",
      "[ punctuation.section.brackets",
      "@ punctuation.definition.attribute",
      "cost entity.other.attribute-name",
      "= keyword.operator.comparison",
      '" punctuation.definition.string.begin',
      "CAD 0 string.quoted.double",
      '" punctuation.definition.string.end',
      "] punctuation.section.brackets",
      "/ keyword.operator.path",
      "@ punctuation.definition.attribute",
      "name entity.other.attribute-name",
    ]);
  });

  it("knows relevance in both spellings, and its targets", async () => {
    const both = await painted(`//Day[node =~ "rain"][content ≈ 'sun'][description =~ $wish]`);
    expect(both.filter((one) => one.includes("relevance"))).toHaveLength(3);
    expect(both).toContain("node variable.language.target");
    expect(both).toContain("content variable.language.target");
    expect(both).toContain("description entity.other.attribute-name.field");
    expect(both).toContain("wish variable.parameter");
  });

  it("distinguishes the words, tags, texts and values of updates", async () => {
    const all = await painted(
      'insert node <POI name="A {$x}">Q &amp; {1}</POI> as last into //node/insert, rename node #17 as Stop',
    );
    expect(all.filter((one) => one.includes("keyword.control.update"))).toEqual([
      "insert keyword.control.update",
      "node keyword.control.update",
      "as last into keyword.control.update",
      "rename keyword.control.update",
      "node keyword.control.update",
    ]);
    expect(all.filter((one) => one.startsWith("POI "))).toEqual([
      "POI entity.name.type.element",
      "POI entity.name.type.element",
    ]);
    expect(all).toContain("name entity.other.attribute-name");
    expect(all).toContain("&amp; constant.character.entity");
    expect(all).toContain("x variable.parameter");
    expect(all).toContain("#17 constant.numeric.key");
    expect(all).toContain("insert entity.name.type.step");
    expect((await painted("declare update a($n as node) := delete node $n;")).join("\n")).toContain(
      "update keyword.declaration",
    );
  });

  it("has a scope for every axis, and none for a word that is none", async () => {
    for (const axis of namesOf(AXES)) {
      const [, first, colons, name] = await painted(`/${axis}::Day`);
      expect(first).toBe(`${axis} storage.modifier.axis`);
      expect(colons).toBe(":: punctuation.separator.axis");
      expect(name).toBe("Day entity.name.type.step");
    }
    expect(await painted("/childs::Day")).toContain("childs invalid.illegal.axis");
  });

  it("has a scope for every function, and none for a word that is none", async () => {
    for (const name of namesOf(FUNCTIONS)) {
      const all = await painted(`//Day[${name}(/POI)]`);
      expect(
        all.filter((one) => one.startsWith(`${name} support.function.`)),
        name,
      ).toHaveLength(1);
    }
    expect((await painted("//Day[mean(/POI)]")).join(" ")).not.toContain("support.function");
  });

  it("lists no axis and no function that the parser does not have", () => {
    const lists = [...GRAMMAR.matchAll(/\((?:\?:)?([a-z_-]+(?:\|[a-z_-]+)+)\)/g)].map(([, words]) => words!.split("|"));
    const listWith = (word: string): readonly string[] => lists.find((words) => words.includes(word)) ?? [];
    expect([...listWith("child")].sort()).toEqual([...namesOf(AXES)].sort());
    const functions = ["product", "contains", "position"].flatMap(listWith);
    expect(functions.length).toBeGreaterThan(10);
    expect(functions.filter((name) => !namesOf(FUNCTIONS).includes(name))).toEqual([]);
  });

  it("distinguishes aggregates, combinations, tests and values", async () => {
    const all = await painted(
      '//Day[avg(/POI[node =~ "a"])][agg_gmean(//POI)][min(node =~ "a", not(@b = "c"))][contains(@a, "b")][count(/POI) > last()]',
    );
    expect(all).toContain("avg support.function.aggregate");
    expect(all).toContain("agg_gmean support.function.aggregate");
    expect(all).toContain("min support.function.combine");
    expect(all).toContain("not support.function.combine");
    expect(all).toContain("contains support.function.test");
    expect(all).toContain("count support.function.value");
    expect(all).toContain("last support.function.value");
  });

  it("reserves no word: functions, operators and keywords may name nodes and attributes", async () => {
    const names = await painted("//min/node/and[@or = 1][not = 2]/declare");
    expect(names.filter((one) => one.includes("step"))).toEqual([
      "min entity.name.type.step",
      "node entity.name.type.step",
      "and entity.name.type.step",
      "declare entity.name.type.step",
    ]);
    expect(names).toContain("or entity.other.attribute-name");
    expect(names).toContain("not entity.other.attribute-name.field");
  });

  it("knows positions, ranges, sibling offsets and the complement", async () => {
    expect(await painted("//Day[2][-1][1:3][$n]")).toContain(": keyword.operator.range");
    expect(await painted("//Day[2][@+1]")).toEqual([
      "// keyword.operator.path",
      "Day entity.name.type.step",
      "[ punctuation.section.brackets",
      "2 constant.numeric",
      "] punctuation.section.brackets",
      "[ punctuation.section.brackets",
      "@ keyword.operator.sibling",
      "+ keyword.operator.sibling",
      "1 constant.numeric",
      "] punctuation.section.brackets",
    ]);
    expect(await painted('//Day[1-node =~ "x"]')).toContain("- keyword.operator.complement");
    expect(await painted("//Day[@n = -2.5e3]")).toContain("-2.5e3 constant.numeric");
  });

  it("joins with and, or; a name between them stays one", async () => {
    const all = await painted('//Day[@a = "x" and node =~ "y" or not(@c)][POI or Restaurant]');
    expect(all.filter((one) => one.includes("logical"))).toEqual([
      "and keyword.operator.logical",
      "or keyword.operator.logical",
      "or keyword.operator.logical",
    ]);
    expect(all).toContain("Restaurant entity.other.attribute-name.field");
  });

  it("knows values: arithmetic, own texts, root() and quoted names", async () => {
    const all = await painted('//"first name"[@"due date" * 2 - 1 = /a/text() div root()/b mod 3]/@\'x y\'');
    expect(all.filter((one) => !one.includes("punctuation") && !one.includes("path"))).toEqual([
      '"first name" entity.name.type.step',
      '"due date" entity.other.attribute-name',
      "* keyword.operator.arithmetic",
      "2 constant.numeric",
      "- keyword.operator.arithmetic",
      "1 constant.numeric",
      "= keyword.operator.comparison",
      "a entity.name.type.step",
      "text support.function.value",
      "div keyword.operator.arithmetic",
      "root variable.language.root",
      "b entity.name.type.step",
      "mod keyword.operator.arithmetic",
      "3 constant.numeric",
      "'x y' entity.other.attribute-name",
    ]);
  });

  it("knows orders, quantifiers and sets; their words stay names elsewhere", async () => {
    const all = await painted("//a[order by @b descending, some][every $x in /in satisfies in = $x] except //mod");
    expect(all.filter((one) => /keyword\.(?:control|operator\.set)|name|variable/.test(one))).toEqual([
      "a entity.name.type.step",
      "order keyword.control.order",
      "by keyword.control.order",
      "b entity.other.attribute-name",
      "descending keyword.control.order",
      "some entity.other.attribute-name.field",
      "every keyword.control.quantifier",
      "$ punctuation.definition.variable",
      "x variable.parameter",
      "in keyword.control.quantifier",
      "in entity.name.type.step",
      "satisfies keyword.control.quantifier",
      "in entity.other.attribute-name.field",
      "$ punctuation.definition.variable",
      "x variable.parameter",
      "except keyword.operator.set",
      "mod entity.name.type.step",
    ]);
    const names = await painted("//order[by = 1][div > 2][in and satisfies]/except/intersect");
    expect(names.join(" ")).not.toMatch(/keyword\.(?:control|operator\.(?:set|arithmetic))/);
  });

  it("nests comments and doubles quotes", async () => {
    const nested = await tokensOf("(: a (: b :) c :)//Day");
    expect(nested.find(({ text }) => text.includes("c"))!.scopes).toContain("comment.block.sxp");
    expect(nested.at(-1)!.scopes).toContain("entity.name.type.step.sxp");
    expect(await painted('//Day[@a = "say ""yes"""]/POI')).toContain('"" constant.character.escape');
    expect((await painted('//Day[@a = "say ""yes"""]/POI')).at(-1)).toBe("POI entity.name.type.step");
  });

  it("ends an unfinished text with its line", async () => {
    const all = await tokensOf('//Day[@a = "oh\n//POI');
    expect(all.at(-1)!.scopes).toEqual(["source.sxp", "entity.name.type.step.sxp"]);
  });

  it("knows imports and declarations with parameters", async () => {
    expect(await painted('import schema "a.schema.json";')).toEqual([
      "import keyword.control.import",
      "schema keyword.control.import.kind",
      '" punctuation.definition.string.begin',
      "a.schema.json string.quoted.double",
      '" punctuation.definition.string.end',
      "; punctuation.terminator",
    ]);
    const declared = await painted("declare query day-of.week($n as number, $wish) := /Day[$n];");
    for (const one of [
      "declare keyword.declaration",
      "query keyword.declaration",
      "day-of.week entity.name.function.query",
      "n variable.parameter",
      "as keyword.control.as",
      "number support.type",
      "wish variable.parameter",
      ":= keyword.operator.assignment",
      "Day entity.name.type.step",
    ])
      expect(declared).toContain(one);
  });

  it("takes letters of every script and a prefix as one name", async () => {
    expect(await painted("//Straße/日本語/dc:title")).toEqual([
      "// keyword.operator.path",
      "Straße entity.name.type.step",
      "/ keyword.operator.path",
      "日本語 entity.name.type.step",
      "/ keyword.operator.path",
      "dc:title entity.name.type.step",
    ]);
  });
});

describe.each(["itinerary", "todo", "mealplan"])("the example %s", (name) => {
  const text = rootText(`examples/${name}/${name}.sxp`);
  it("has no word without a scope, and strings and comments where the lexer has them", async () => {
    const tokens = await tokensOf(text);
    const bare = tokens.filter(({ text: token, scopes }) => /[\p{L}\p{N}]/u.test(token) && scopes.length === 1);
    expect(bare.map(({ text: token }) => token)).toEqual([]);
    expect(tokens.filter(({ scopes }) => scopes.some((scope) => scope.startsWith("invalid")))).toEqual([]);
    const [strings, comments] = [new Set<number>(), new Set<number>()];
    let at = 0;
    for (const line of text.split("\n")) {
      for (const token of await nextTokens(tokens, line)) {
        for (let i = 0; i < token.text.length; i++, at++) {
          if (token.scopes.some((scope) => scope.startsWith("string."))) strings.add(at);
          if (token.scopes.some((scope) => scope.startsWith("comment."))) comments.add(at);
        }
      }
      at++;
    }
    for (const { kind, span } of tokenize(text)) {
      if (kind === "comment" && !text.slice(span.start, span.end).includes("\n"))
        expect(comments.has(span.start)).toBe(true);
      if (kind === "string") expect(strings.has(span.start) && strings.has(span.end - 1)).toBe(true);
    }
  });
});

/** Takes the tokens of one line from the front. */
async function nextTokens(tokens: { text: string; scopes: readonly string[] }[], line: string) {
  const taken = [];
  for (let length = 0; length < line.length; ) {
    const token = tokens.shift()!;
    if (token.text === "") continue;
    length += token.text.length;
    taken.push(token);
  }
  if (line === "") tokens.splice(0, tokens[0]?.text === "" ? 1 : 0);
  return taken;
}

describe("queries in scripts", () => {
  const inScript = (text: string) => painted(text, "source.ts");

  it("are coloured as queries, with holes as code", async () => {
    const all = await inScript('const a = sxp`//Day[@date = ${1}]/POI[node =~ "x"]`;\nconst b = 2;');
    for (const one of [
      "Day entity.name.type.step",
      "date entity.other.attribute-name",
      "1 constant.numeric.ts",
      "POI entity.name.type.step",
    ])
      expect(all).toContain(one);
    expect(all.at(-2)).toBe("2 constant.numeric.ts");
  });

  it("end with their template even inside of a text or comment", async () => {
    for (const text of ['sxp`//Day[@a = "oh`; const b = 2', "sxp`//Day (: oh`; const b = 2"]) {
      expect((await inScript(text)).at(-1)).toBe("2 constant.numeric.ts");
    }
  });

  it("have a type argument or blanks before the template, and braces in a hole", async () => {
    expect(await inScript("sxp<Day> `//Day`")).toContain("Day entity.name.type.step");
    expect(await inScript("sxp`//Day[${ { a: { b: 1 } } }]/POI`")).toContain("POI entity.name.type.step");
  });

  it("are not seen in comments, strings, other tags and longer names", async () => {
    for (const text of ["// sxp`//Day`", '"sxp`//Day`"', "css`//Day`", "mysxp`//Day`", "a.sxp`//Day`"]) {
      expect((await inScript(text)).join(" ")).not.toContain("step");
    }
  });
});
