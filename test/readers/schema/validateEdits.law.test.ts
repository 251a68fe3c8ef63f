import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { foldFields, readXml, validate } from "@semantic-xpath/readers";
import { validateEdits } from "@semantic-xpath/readers/schema";
import { applyingEdits, type Edit, type NodeData, nodePath, type Tree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";

const schemaOf = (element: boolean): Schema =>
  parseSchema(
    JSON.stringify({
      version: 1,
      roots: ["Plan"],
      types: {
        Plan: { children: { Day: { min: 1, max: 2 }, Note: {} } },
        Day: {
          attributes: {
            id: { type: "id", element },
            n: { type: "number", required: true, element },
            at: { type: "ref(POI)", element },
          },
          children: { POI: { min: 1, max: 2 }, Note: { max: 1 } },
        },
        POI: { text: true, attributes: { id: { type: "id" }, kind: { type: "string", values: ["a", "b"] } } },
        Note: { attributes: { ref: { type: "ref(Day)" }, any: { type: "ref" } } },
      },
    }),
  ).schema!;
const SCHEMA = schemaOf(false);

const NAMES = ["Plan", "Day", "POI", "Note", "id", "n", "kind", "ref", "any", "at"];
const value = fc.constantFrom("a", "b", "1", "a b", "");
const depth = fc.createDepthIdentifier();
const content: fc.Arbitrary<NodeData> = fc.letrec<{ node: NodeData }>((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom("Plan", "Day", "POI", "Note", "Other", "id", "n", "at"),
      attributes: fc.dictionary(fc.constantFrom("id", "n", "kind", "ref", "any", "at"), value, {
        noNullPrototype: true,
      }),
      text: fc.constantFrom("", "x"),
      children: fc.oneof(
        { maxDepth: 2, depthIdentifier: depth },
        fc.constant<NodeData[]>([]),
        fc.array(tie("node"), { maxLength: 4 }),
      ),
    },
    { noNullPrototype: true },
  ),
})).node;
const root = fc.record({ type: fc.constant("Plan"), children: fc.array(content, { maxLength: 5 }) });
const draws = fc.array(drawOf(NAMES, value, content), { maxLength: 4 });

/** What `validate` says of a tree: by what it is about (the node by a name that stays, the sentence), with how many there are. */
function problemsOf(
  tree: Tree,
  schema: Schema,
  nameOf: (node: number) => string,
  isFolded = false,
): Map<string, number> {
  const byPath = new Map(Array.from({ length: tree.size }, (_, i) => [nodePath(tree, i + 1), i + 1]));
  const problems = new Map<string, number>();
  for (const { code, message } of validate(tree, schema, { limit: 10_000 })) {
    const path = [...byPath.keys()].filter(
      (each) => message.startsWith(each) && /^[ :]/.test(message.slice(each.length)),
    );
    const node = byPath.get(path[0]!)!;
    const sentence = message.slice(path[0]!.length);
    const most = /more than (\d) "(.*)" under/.exec(sentence);
    const least = /at least (\d) "(.*)" and has (\d)/.exec(sentence);
    const lacking = /the attribute "(.*)" is missing/.exec(sentence)?.[1];
    const id = /id ("[^"]*")/.exec(message)?.[1];
    if (code === "SXP4027") problems.set(`id ${id}`, (problems.get(`id ${id}`) ?? 0) + 1);
    else if (most) {
      const siblings = tree.node(node).parent!.children.filter(({ type }) => type === most[2]);
      problems.set(`${nameOf(tree.parent[node]!)} max ${most[2]}`, siblings.length);
    } else if (least) problems.set(`${nameOf(node)} min ${least[2]}`, 10 - Number(least[3]));
    else if (lacking !== undefined) problems.set(`${nameOf(node)} min @${lacking}`, 1);
    else if (code !== "SXP4008" && isFolded) {
      const said = sentence.replace(/ Did you mean.*/, "");
      problems.set(said, (problems.get(said) ?? 0) + 1);
    } else problems.set(`${nameOf(node)} ${sentence.replace(/ Did you mean.*/, "")}`, 1);
  }
  return problems;
}

/** By the definition: what is there, and was not there or was less. */
function newProblems(before: Map<string, number>, after: Map<string, number>): string[] {
  return [...after].flatMap(([problem, count]) => (count > (before.get(problem) ?? 0) ? [problem] : [])).sort();
}

const edited = (before: Tree, edits: readonly Edit[], schema = SCHEMA) => {
  const applied = applyingEdits(before, edits);
  return {
    applied,
    after: applied.version.toTree(),
    found: validateEdits(before, edits, applied, schema, { limit: 10_000 }),
  };
};

test.each([
  ["attributes", SCHEMA],
  ["field elements", schemaOf(true)],
])(
  "law: what is found of the edits is what the whole validation finds and did not find before, with %s",
  (_, schema) => {
    fc.assert(
      fc.property(root, draws, (data, drawn) => {
        const before = treeOf(data);
        const edits = editsOf(modelOf(before), drawn);
        const { applied, after, found } = edited(before, edits, schema);
        // Of folded trees references are counted by what they say, and not by node.
        const isFolded = [before, after].some((tree) => foldFields(tree, schema) !== tree);
        const was = problemsOf(before, schema, (node) => `${applied.after(node)}`, isFolded);
        const is = problemsOf(after, schema, (node) => `${node}`, isFolded);
        const keys = found.map(({ diagnostic, node, broken }) => {
          const { code, message } = diagnostic;
          if (code === "SXP4027") return `id ${/id ("[^"]*")/.exec(message)![1]}`;
          if (broken) return `${node} ${broken.bound} ${broken.type}`;
          if (code !== "SXP4008" && isFolded)
            return message.slice(nodePath(after, node).length).replace(/ Did you mean.*/, "");
          return `${node} ${message.slice(nodePath(after, node).length).replace(/ Did you mean.*/, "")}`;
        });
        expect([...new Set(keys)].sort()).toEqual(newProblems(was, is));
      }),
      { numRuns: runs(2_000, 80) },
    );
  },
);

describe("what edits did against a schema", () => {
  const before = readXml('<Plan><Day id="a" n="1"><POI/><POI/></Day><Day n="2"/><Note ref="a"/><Note n="1"/></Plan>');
  const says = (...edits: Edit[]) => edited(before, edits).found.map(({ diagnostic }) => diagnostic.message);

  test("a bound says which, and the count before and after", () => {
    const { found } = edited(before, [{ kind: "insert", parent: 2, content: { type: "POI" } }]);
    expect(found.map(({ node, broken }) => ({ node, broken }))).toEqual([
      { node: 2, broken: { type: "POI", bound: "max", limit: 2, count: 3, countBefore: 2 } },
    ]);
  });

  test("what was wrong before is not said again", () =>
    expect(says({ kind: "setAttribute", node: 5, name: "n", value: "3" })).toEqual([]));

  test("a required attribute or field that is blanked is missing, as if it was removed, and one that was blank before is not", () => {
    const schemaWith = (element: boolean) =>
      parseSchema(
        JSON.stringify({
          version: 1,
          roots: ["Plan"],
          types: {
            Plan: { children: { POI: {} } },
            POI: {
              attributes: {
                name: { type: "string", required: true, element },
                kind: { type: "string", required: true, values: ["", "a"] },
                note: { type: "string" },
              },
            },
          },
        }),
      ).schema!;
    const bounds = (xml: string, schema: Schema, ...edits: Edit[]) =>
      edited(readXml(xml), edits, schema).found.map(({ node, broken }) => [node, broken?.type, broken?.countBefore]);
    const set = (name: string, value: string | null, node = 2): Edit => ({ kind: "setAttribute", node, name, value });
    const plan = '<Plan><POI name="Zoo" kind="a" note="x"/><POI name=" " kind="a"/></Plan>';
    for (const value of ["", " \u200b", null])
      expect(bounds(plan, schemaWith(false), set("name", value))).toEqual([[2, "@name", 1]]);
    expect(bounds(plan, schemaWith(false), set("note", ""), set("kind", ""), set("name", "", 3))).toEqual([]);
    const insert: Edit = { kind: "insert", parent: 1, content: { type: "POI", attributes: { name: "", kind: "a" } } };
    expect(bounds(plan, schemaWith(false), insert)).toMatchObject([[4, "@name", 0]]);
    const fields = '<Plan><POI kind="a"><name>Zoo</name></POI></Plan>';
    expect(bounds(fields, schemaWith(true), { kind: "setText", node: 3, text: " " })).toEqual([[2, "@name", 1]]);
  });

  test("a reference comes to dangle when its node goes", () =>
    expect(says({ kind: "delete", node: 2 })).toEqual([
      '/Plan/Note[1]: no node has the id "a", to which "ref" refers.',
    ]));

  test("a reference leads to another type when its node is renamed", () =>
    expect(says({ kind: "rename", node: 2, type: "POI" })).toContain(
      '/Plan/Note[1]: "ref" refers to "Day", and the node with the id "a" is "POI".',
    ));

  test("an id that is given twice is reported at the new node", () =>
    expect(
      says({
        kind: "insert",
        parent: 1,
        before: 2,
        content: { type: "Day", attributes: { id: "a", n: "0" }, children: [{ type: "POI" }] },
      }),
    ).toEqual([
      '/Plan does not fit the schema: there are more than 2 "Day" under one "Plan".'.replace(
        "/Plan does",
        "/Plan/Day[3] does",
      ),
      expect.stringContaining("/Plan/Day[1]"),
    ]));

  test("a hundred nodes are read for an edit of one in a hundred thousand", () => {
    const days = Array.from({ length: 10_000 }, (_, i) => ({
      type: "Day",
      attributes: { n: `${i}` },
      children: Array.from({ length: 10 }, () => ({ type: "POI" })),
    }));
    const large = treeOf({ type: "Plan", children: days });
    const edits: Edit[] = [{ kind: "setAttribute", node: 2, name: "n", value: "7" }];
    const applied = applyingEdits(large, edits);
    const after = applied.version.toTree();
    let reads = 0;
    const counted = <T extends Int32Array>(column: T): T =>
      new Proxy(column, {
        get: (target, name) => {
          if (typeof name === "string" && /^\d+$/.test(name)) reads++;
          const value = Reflect.get(target, name, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
    Object.assign(after, { type: counted(after.type), end: counted(after.end) });
    expect(validateEdits(large, edits, applied, SCHEMA)).toEqual([]);
    expect(reads).toBeLessThan(500);
  });
});
