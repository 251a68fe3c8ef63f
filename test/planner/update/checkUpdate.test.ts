import { applyEdits, parse } from "@semantic-xpath/parser";
import { checkUpdate, parseSchema, type Schema } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";
import { type Marked, marked } from "../../parser/markedSource.js";

const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: {
      Plan: { attributes: { city: {} }, children: { Day: { min: 1, max: 3 }, Head: { min: 1, max: 1 } } },
      Head: {},
      Day: { attributes: { n: { type: "number", required: true } }, children: { POI: {}, Note: { max: 1 } } },
      POI: {
        text: true,
        attributes: { name: { required: true }, cost: { type: "number" }, kind: { values: ["food", "sight"] } },
        children: { Note: {} },
      },
      Note: { text: true },
    },
  }),
);

function found(text: string, using: Schema | null = schema) {
  const { ast, diagnostics } = parse(text);
  expect(diagnostics, text).toEqual([]);
  const update = ast.update ?? ast.updates[0]!.update;
  return checkUpdate(update, using, ast.updates[0]?.parameters ?? null).diagnostics;
}

/** One mistake a text, with what is said of it. */
const MISTAKES: readonly (readonly [Marked, string])[] = [
  [marked`insert node <${"Hotel"}/> into //Day[1]`, 'SXP2001 The schema has no node type "Hotel".'],
  [
    marked`insert node <POI name="a" ${"cots"}="3"/> into //Day[1]`,
    'SXP2003 "POI" has no attribute "cots". Did you mean "cost"?',
  ],
  [
    marked`insert node attribute ${"nam"} {"x"} into //POI[1]`,
    'SXP2003 "POI" has no attribute "nam". Did you mean "name"?',
  ],
  [
    marked`insert node <${"Note"}/> into /Plan`,
    'SXP2021 "Plan" can\'t contain "Note". It can contain "Day" or "Head".',
  ],
  [marked`insert node <${"Day"} n="1"/> before //POI[1]`, 'SXP2021 "Day" can\'t contain "Day".'],
  [marked`insert node <POI name="a"><${"POI"} name="b"/></POI> into //Day[1]`, 'SXP2021 "POI" can\'t contain "POI".'],
  [marked`replace node /Plan with <${"Day"} n="1"/>`, 'SXP2021 "Day" can\'t be the root. It can be "Plan".'],
  [marked`move node ${"//POI[1]"} into /Plan`, 'SXP2021 "Plan" can\'t contain "POI".'],
  [marked`rename node //POI[1] as ${"Head"}`, 'SXP2021 "Day" can\'t contain "Head".'],
  [marked`rename node //POI[1] as ${"Hoetl"}`, 'SXP2001 The schema has no node type "Hoetl".'],
  [
    marked`insert node <${"POI"}/> into //Day[1]`,
    'SXP2022 "POI" requires the attribute "name", and it is missing here.',
  ],
  [marked`delete node //POI[1]/${"@name"}`, 'SXP2022 "POI" requires the attribute "name", so it can\'t be deleted.'],
  [
    marked`insert node <POI name="a" kind="${"fod"}"/> into //Day[1]`,
    'SXP2023 "kind" must be one of "food" or "sight", not "fod". Did you mean "food"?',
  ],
  [
    marked`insert node <POI name="a" cost="${"expensive"}"/> into //Day[1]`,
    'SXP2023 "cost" must be a number, not "expensive".',
  ],
  [marked`replace value of node //POI[1]/@kind with "${"fod"}"`, 'SXP2023 "kind" must be one of "food" or "sight"'],
  [marked`insert node attribute cost {"${"expensive"}"} into //POI[1]`, 'SXP2023 "cost" must be a number'],
  [marked`delete node ${"/Plan/Head"}`, 'SXP2024 "Plan" has at least 1 "Head", and this update would leave fewer.'],
  [marked`insert node <Day n="1"><Note/><${"Note"}/></Day> into /Plan`, 'SXP2024 "Day" has at most 1 "Note"'],
  [marked`replace node /Plan with <${"Plan"}><Head/></Plan>`, 'SXP2024 "Plan" has at least 1 "Day"'],
  [
    marked`rename node ${"//POI[1]/@name"} as Note`,
    'SXP2025 "//POI[1]/@name" leads to a value, and only nodes can be renamed.',
  ],
  [
    marked`insert node ${"//POI[1]/@cost"} into //POI[2]`,
    'SXP2025 "//POI[1]/@cost" leads to a value, and only nodes can be copied. Write "insert node attribute cost',
  ],
  [marked`delete node ${"/Plan"}`, "SXP2026 The root can't be deleted"],
  [marked`insert node <Day n="1"/> after ${"/Plan"}`, "SXP2026 The root can't be given a sibling"],
  [
    marked`move node /Plan/Day[1] into ${"/Plan/Day[1]/POI[1]"}`,
    'SXP2027 What "/Plan/Day[1]" leads to can\'t move into itself',
  ],
  [
    marked`rename node //Note[1] as Note, rename node ${"//Note[1]"} as Note`,
    'SXP2028 "//Note[1]" is renamed twice in one update',
  ],
  [marked`insert node <Day n="1">${"x"}</Day> into /Plan`, 'SXP2029 "Day" has no text of its own.'],
  [marked`replace value of node //Day[1]/text() with ${'"x"'}`, 'SXP2029 "Day" has no text of its own.'],
  [
    marked`replace value of node //POI[1]/@cost with ${"@cost"} * 2`,
    'SXP2030 Values of an update start at the document, so "@cost" is of no node here. Write its path, such as "//POI[1]/@cost".',
  ],
  [marked`delete node ${"//POI"}`, 'SXP3014 "//POI" may lead to several nodes'],
  [
    marked`replace value of node ${"//POI[1]"} with "x"`,
    'SXP3015 The value of "//POI[1]" is all that is in it, so its "Note" would be deleted, too.',
  ],
  [
    marked`declare update u($n as node) := insert node <POI name="{${"$n"}}"/> into $n;`,
    'SXP2007 The parameter "$n" is a node, but a value is needed here.',
  ],
  [
    marked`declare update u($n as string) := delete node ${"$n"};`,
    'SXP2007 The parameter "$n" is a string, but a node is needed here.',
  ],
  [
    marked`declare update u($n as node) := delete node ${"$m"}, delete node $n;`,
    'SXP2007 The parameter "$m" is not declared.',
  ],
  [marked`declare update u(${"$n as node"}) := delete node //Note[1];`, 'SXP3005 The parameter "$n" is not used'],
  [marked`delete node //${"Hotel"}[1]`, 'SXP2001 The schema has no node type "Hotel".'],
];

describe.each(MISTAKES)("$text", ({ text, span }, message) => {
  test(message, () => {
    const all = found(text);
    expect(
      all.map((each) => ({ span: each.span, message: `${each.code} ${each.message}`.slice(0, message.length) })),
    ).toEqual([{ span, message }]);
  });
  test("each fix leaves nothing of this kind", () => {
    const [{ fixes, code } = { fixes: [], code: "" }] = found(text);
    for (const fix of fixes) {
      const edits = [...fix.edits].sort((a, b) => a.span.start - b.span.start);
      expect(found(applyEdits(text, edits)).map((each) => each.code)).not.toContain(code);
    }
  });
});

describe("what is right", () => {
  test.each([
    'insert node <POI name="a" cost="3" kind="food">x<Note>y</Note></POI> as first into /Plan/Day[2]',
    'insert node <POI name="{$name}" cost="{1 + 2}"/> before //POI[1]',
    "insert node //POI[1] after //POI[2], delete node //Note[. = 'x']",
    "delete node /Plan/Head/Note[1]".replace("/Head/Note[1]", "/Day[1]/Note"),
    "delete node //POI[1]/@cost, delete node //POI[1]/text()",
    "replace value of node //POI[1]/@cost with //POI[2]/@cost * 2",
    "insert node attribute cost {sum(//POI/@cost)} into //POI[1]",
    "rename node /Plan as Plan, replace node $n with $m, move node #3 before #4",
    "replace node //POI[1] with $n",
  ])("%s", (text) => expect(found(text)).toEqual([]));

  test.each(["insert node <Hotel x='1'>t</Hotel> into //Day[1]", "delete node /Plan/Day", "rename node //a[1] as b"])(
    "without a schema %s",
    (text) => expect(found(text, null)).toEqual([]),
  );
});
