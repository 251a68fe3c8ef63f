import { describe, test } from "vitest";
import { checksWith, marked, schemaOf } from "./marked.js";

const typed = (attributes: Record<string, string>, children: readonly string[] = []) => ({
  attributes: Object.fromEntries(Object.entries(attributes).map(([name, type]) => [name, { type }])),
  children: Object.fromEntries(children.map((child) => [child, {}])),
});
const schema = schemaOf(
  JSON.stringify({
    version: 1,
    roots: ["Memory"],
    types: {
      Memory: typed({}, ["Turn", "Event", "Note"]),
      Turn: typed({ id: "id", date: "date", next: "ref(Turn)", any: "ref", words: "string" }),
      Event: typed({ id: "id", place: "string" }),
      Note: typed({ of: "ref(Turn | Event)", at: "ref(Note)", count: "number" }),
    },
  }),
);
const { expectReports, expectFixes, expectClean } = checksWith(schema);
const { expectReports: expectOpen } = checksWith(null);

describe("what id(…) leads to", () => {
  test.each([
    "//Turn/id(@next)/id(@next)/@date",
    "//Note/id(@of)/self::Turn/@date",
    "//Turn/id(@any)/self::Event",
    "//Note[exists(/id(@of))]",
    '//Note[some $x in /id(@of) satisfies $x/@id = "a"]',
    '//Note/id("a b")/..',
    "(//Note | //Turn)/id(.)",
    "//Note/id(@of)[order by @id][1]",
  ])("%s is right", (text) => expectClean(text));

  test("SXP2002: another type than those of the reference", () =>
    expectReports(
      marked`//Turn/id(@next)/self::${"Event"}`,
      'SXP2002 "Turn" is not "Event". Write "/../Event" to reach it.',
    ));

  test("SXP2003: an attribute that no node has that it leads to, or that it starts from", () => {
    expectReports(marked`//Turn/id(@next)/${"@place"}`, 'SXP2003 "Turn" has no attribute "place". "Event" has it.');
    expectReports(marked`//Note/id(${"@off"})`, 'SXP2003 "Note" has no attribute "off". Did you mean "of"?');
  });

  test("SXP2004: an attribute that some of the nodes lack", () =>
    expectReports(
      marked`(//Turn | //Event)/id(${"@any"})`,
      'SXP2004 "Event" has no attribute "any", so it never matches there.',
    ));

  test("SXP3001: nothing with an id", () =>
    expectReports(
      marked`//Note/${"id(@at)"}`,
      'SXP3001 "/id(@at)" never selects anything: no node that "Note" refers to there has an id by the schema.',
    ));
});

describe("what is no reference", () => {
  test("SXP2018: a number, a date, an id", () => {
    expectReports(
      marked`//Note/id(${"@count"})`,
      'SXP2018 "@count" is a number, not a reference to a node. Did you mean "@of" or "@at"?',
    );
    expectReports(
      marked`//Turn/id(${"@id"})`,
      'SXP2018 "@id" is an id, not a reference to a node. Did you mean "@next" or "@any"?',
    );
    expectReports(
      marked`//Turn/id(${"date"})`,
      'SXP2018 "date" is a date, not a reference to a node. Did you mean "next" or "any"?',
    );
    expectFixes("//Note/id(@count)", "//Note/id(@of)", "//Note/id(@at)");
  });

  test("SXP3013: a string", () =>
    expectReports(
      marked`//Turn/id(${"@words"})`,
      'SXP3013 "@words" is a string by the schema, and "id(…)" looks its words up among the ids of all nodes. Give the attribute a type such as ref(Type) there.',
    ));

  test("SXP2014: a node that a quantifier has bound", () =>
    expectReports(
      marked`//Note[some $x in /id(@of) satisfies exists(/id(${"$x"}))]`,
      'SXP2014 "$x" is a node, and "id(…)" takes what names some. Write "$x/id(@ref)" to go on from it.',
    ));

  test("is not known without a schema", () => expectOpen(marked`//Note/id(@count)/self::Turn`));
});
