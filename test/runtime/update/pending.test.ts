import { compileUpdate, readXml } from "@semantic-xpath/runtime";
import { applyEdits } from "@semantic-xpath/tree";
import { describe, expect, test } from "vitest";
import { pending, places, schema, trip, updated } from "./trip.js";

describe("where things go", () => {
  test.each([
    ["insert node <POI name='X'/> into /Plan/Day[1]", "Museum Lake X | Tower Note"],
    ["insert node <POI name='X'/> as last into /Plan/Day[1]", "Museum Lake X | Tower Note"],
    ["insert node <POI name='X'/> as first into /Plan/Day[1]", "X Museum Lake | Tower Note"],
    ["insert node <POI name='X'/> before //POI[@name = 'Lake']", "Museum X Lake | Tower Note"],
    ["insert node <POI name='X'/> after //POI[@name = 'Lake']", "Museum Lake X | Tower Note"],
    ["delete node /Plan/Day[1]/POI[1]", "Lake | Tower Note"],
    ["replace node /Plan/Day[1]/POI[1] with <POI name='X'/>", "X Lake | Tower Note"],
    ["move node /Plan/Day[1]/POI[1] into /Plan/Day[2]", "Lake | Tower Note Museum"],
    ["move node //Note before //POI[@name = 'Lake']", "Museum Note Lake | Tower"],
    ["insert node /Plan/Day[2]/POI[1] as first into /Plan/Day[1]", "Tower Museum Lake | Tower Note"],
  ])("%s", async (text, expected) => expect(await places(text)).toBe(expected));
});

describe("all see the tree as it was, and the order of the text does not matter", () => {
  test.each([
    // What comes after a node stays next to it, whichever is written first.
    [
      "insert node <A/> after /Plan/Day[1]/POI[1], insert node <B/> before /Plan/Day[1]/POI[2]",
      "Museum A B Lake | Tower Note",
    ],
    [
      "insert node <B/> before /Plan/Day[1]/POI[2], insert node <A/> after /Plan/Day[1]/POI[1]",
      "Museum A B Lake | Tower Note",
    ],
    [
      "insert node <A/> as first into /Plan/Day[1], insert node <B/> as first into /Plan/Day[1]",
      "A B Museum Lake | Tower Note",
    ],
    ["insert node <A/> into /Plan/Day[1], insert node <B/> into /Plan/Day[1]", "Museum Lake A B | Tower Note"],
    // What is deleted can still say where.
    ["delete node /Plan/Day[1]/POI[1], insert node <A/> after /Plan/Day[1]/POI[1]", "A Lake | Tower Note"],
    [
      "replace node /Plan/Day[1]/POI[1] with <B/>, insert node <A/> before /Plan/Day[1]/POI[1]",
      "A B Lake | Tower Note",
    ],
    // What moves out of what is deleted stays.
    ["delete node /Plan/Day[1], move node /Plan/Day[1]/POI[2] into /Plan/Day[2]", "Tower Note Lake"],
    // What has moved away says where it was.
    [
      "move node /Plan/Day[1]/POI[1] into /Plan/Day[2], insert node <A/> before /Plan/Day[1]/POI[1]",
      "A Lake | Tower Note Museum",
    ],
    [
      "move node /Plan/Day[1]/POI[1] after /Plan/Day[1]/POI[2], move node /Plan/Day[1]/POI[2] into /Plan/Day[2]",
      "Museum | Tower Note Lake",
    ],
    ["replace node /Plan/Day[1] with <Day><X/></Day>, replace node /Plan/Day[1]/POI[1] with <Y/>", "X | Tower Note"],
    ["delete node /Plan/Day[1], delete node /Plan/Day[1]/POI[1]", "Tower Note"],
  ])("%s", async (text, expected) => expect(await places(text)).toBe(expected));
});

describe("values", () => {
  test.each([
    [
      "replace value of node //POI[@name = 'Lake']/@cost with //POI[@name = 'Mori Tower']/@cost * 2",
      'name="Lake" cost="60"',
    ],
    ["insert node attribute open {'9:00'} into //POI[@name = 'Lake']", 'cost="0" open="9:00"'],
    ["insert node attribute cost {3} into //POI[@name = 'Lake']", 'name="Lake" cost="3"'],
    ["replace value of node //POI[@name = 'Lake']/text() with 'rowing'", ">rowing</POI>"],
    ["replace value of node /Plan/Day[2] with 'free'", '<Day n="2">free</Day>'],
    ["rename node //Note as 'Side note'", "<Side note>pack light</Side note>"],
    [
      "insert node <Sum of='{count(//POI)} places'>{sum(//POI/@cost)} in all, {//Day[1]/POI/@name}.</Sum> into /Plan",
      '<Sum of="3 places">42 in all, National Museum Lake.</Sum>',
    ],
    [
      "insert node <a b='{{x}}&amp;&#10;'>1 &lt; 2<c/> and <d>e</d></a> into /Plan",
      '<a b="{x}&\n">1 < 2 and<c></c><d>e</d></a>',
    ],
  ])("%s", async (text, expected) => expect(await updated(text)).toContain(expected));

  test("attributes and texts are deleted", async () => {
    expect(await updated("delete node //POI[@name = 'Lake']/@cost")).toContain('<POI name="Lake">boats</POI>');
    expect(await updated("delete node //POI[@name = 'Lake']/text()")).toContain('<POI name="Lake" cost="0"></POI>');
  });

  test("parameters are values, keys and nodes", async () => {
    expect(
      await places("insert node <POI name='{$name}'/> as first into $day", { params: { name: "Cafe", day: 2 } }),
    ).toContain("Cafe Museum");
    expect(await places("delete node #4", {})).toBe("Museum | Tower Note");
    const node = { type: "POI", attributes: { name: "Given" } };
    expect(await places("insert node $node into #2", { params: { node } })).toBe("Museum Lake Given | Tower Note");
    expect(await places("replace node $n with $node", { params: { node, n: 3 } })).toBe("Given Lake | Tower Note");
    expect(await places("insert node $n into #2", { params: { n: 3 } })).toBe("Museum Lake Museum | Tower Note");
  });

  test("keys are looked up by whoever knows them, and copies come from old versions", async () => {
    const nodeOfKey = (key: number) => (key === 700 ? 3 : null);
    expect(await places("delete node #700", { nodeOfKey })).toBe("Lake | Tower Note");
    const nodeOfVersion = (key: number, version: number) => ({
      type: "POI",
      attributes: { name: `${key}of${version}` },
    });
    expect(await places("insert node #7@3 into //Day[1]", { nodeOfVersion })).toBe("Museum Lake 7of3 | Tower Note");
  });
});

describe("nothing is changed where it is not sure what is meant", () => {
  test.each([
    ["delete node //Hotel", 'SXP4041 "//Hotel" leads to no node, so nothing is changed.'],
    [
      "delete node //POI",
      'SXP4042 "//POI" leads to 3 nodes, and an update changes one: /Plan/Day[1]/POI[1], /Plan/Day[1]/POI[2], /Plan/Day[2]/POI. Say which.',
    ],
    [
      "rename node //Note as A, rename node //Day/Note as B",
      "SXP4045 /Plan/Day[2]/Note is renamed twice in one update, which sees the tree as it was before. Keep one of the two.",
    ],
    ["replace node //Note with <A/>, replace node //Day/Note with <B/>", "SXP4045 /Plan/Day[2]/Note is replaced twice"],
    ["replace value of node //Note with 1, replace value of node //Day/Note/text() with 2", "is given its text twice"],
    [
      "insert node attribute a {1} into //Note, insert node attribute a {2} into //Day/Note",
      'is given its attribute "a" twice',
    ],
    ["move node //Note into //Day[1], delete node //Day/Note", "SXP4045 /Plan/Day[2]/Note is moved and deleted"],
    ["delete node //Note, move node //Day/Note into //Day[1]", "is moved and deleted"],
    ["move node //Day[2] into //Note", "SXP4046 /Plan/Day[2] can't move to /Plan/Day[2]/Note"],
    ["move node /Plan/Day[1] into /Plan/Day[2], move node /Plan/Day[2] into /Plan/Day[1]", "SXP4046"],
    ["delete node //Plan", "SXP4047 /Plan is the root and can't be deleted: a tree has exactly one."],
    ["insert node <A/> after #1", "SXP4047 /Plan is the root and can't be given a sibling"],
    [
      "insert node <A/> into //Day[1], delete node /Plan/Day[@n = 1]",
      "SXP4045 /Plan/Day[1] is deleted, and something is put into it",
    ],
    ["delete node #99", "SXP4048 #99 is the key of no node here."],
    ["insert node #1@9 into //Day[1]", "SXP4048 #1@9 is the key of no node in that version."],
    [
      "insert node <a b='{//Hotel/@name}'/> into /Plan",
      'SXP4049 "//Hotel/@name" has no value: its path leads to nothing.',
    ],
  ])("%s", async (text, expected) => {
    expect(await updated(text)).toContain(expected);
    expect((await pending(text)).edits).toEqual([]);
  });

  test.each([
    [{}, '"$n" has no value: give the key of a node with the update.'],
    [{ n: "POI" }, '"$n" must be one node: its key, which is a number.'],
    [{ n: [1, 2] as never }, '"$n" must be one node: its key, which is a number.'],
  ])("the argument %j", async (params, expected) =>
    expect(await updated("delete node $n", { params })).toContain(expected),
  );

  test("an argument that is no node", async () => {
    const params = { n: { type: "POI", attribute: {} } as never };
    expect(await updated("insert node $n into /Plan", { params })).toContain(
      '"$n" is not a node: In the content a node has an unknown member',
    );
  });

  test("an argument that nothing takes rejects, as it does for queries", async () => {
    await expect(pending("delete node $n", { params: { m: 1 } })).rejects.toThrow("SXP4009");
  });
});

describe("what is found by relevance", () => {
  test("is taken if it is sure", async () => {
    const { targets } = await pending('delete node //POI[node =~ "museum"]');
    expect(targets).toMatchObject([
      { primitive: 0, role: "target", status: "chosen", chosen: { node: 3, path: "/Plan/Day[1]/POI[1]" } },
    ]);
    expect(targets[0]!.chosen!.why[0]).toMatchObject({ text: 'node =~ "museum"', path: "/Plan/Day[1]/POI[1]" });
  });

  test("is asked about if another is as good, or it is not good enough", async () => {
    const two = await pending('delete node //POI[max(node =~ "museum", node =~ "lake")]');
    expect(two.targets[0]).toMatchObject({ status: "ambiguous", chosen: null });
    expect(two.diagnostics.map(({ code }) => code)).toEqual(["SXP4043"]);
    const sure = { confidence: { weight: 1, margin: 0 } };
    const none = await pending('delete node //POI[max(node =~ "museum", node =~ "lake")]', sure);
    expect(none.targets[0]).toMatchObject({ status: "unsure", chosen: null });
    expect(none.diagnostics.map(({ code }) => code)).toEqual(["SXP4044"]);
    await expect(pending("delete node //Note", { confidence: { weight: 2 } })).rejects.toThrow(RangeError);
  });
});

test("an attribute that the data write as a child stays one", async () => {
  const fields = {
    version: 1,
    roots: ["Task"],
    types: { Task: { attributes: { status: { element: true }, due: { element: true } }, children: { Task: {} } } },
  };
  const { parseSchema } = await import("@semantic-xpath/planner");
  const tree = readXml("<Task><status>Todo</status><Task><status>Done</status></Task></Task>");
  const options = { schema: parseSchema(JSON.stringify(fields)).schema };
  const { update } = compileUpdate(
    "replace value of node /Task/Task/@status with 'Todo', insert node attribute due {'Friday'} into /Task, delete node /Task/@status",
    options,
  );
  const { edits } = await update!.pending(tree);
  expect(edits).toEqual([
    { kind: "setText", node: 4, text: "Todo" },
    { kind: "insert", content: { type: "due", text: "Friday" }, parent: 1 },
    { kind: "delete", node: 2 },
  ]);
  expect(applyEdits(tree, edits).size).toBe(4);
});

test("a schema is no reason to refuse what has an exact meaning", async () => {
  const { update, diagnostics } = compileUpdate("insert node <Hotel/> into /Plan/Day[1]", { schema });
  expect(diagnostics.map(({ code }) => code)).toEqual(["SXP2001"]);
  expect((await update!.pending(trip)).edits).toHaveLength(1);
});
