import { type About, translate } from "@semantic-xpath/chat/translate";
import { compile, compileUpdate } from "@semantic-xpath/runtime";
import { applyEdits, type NodeData, nodeData, type TreeNode, treeOf } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

const NOW = "2026-03-10T10:00:00+00:00";
const RENTAL: NodeData = {
  type: "rental",
  children: [
    client("Harbour Rowing Club", [
      ["Scull", "out", "340.50", "2026-03-05", "yes", "Ana Ruiz"],
      ["Launch", "in repair", "1280", "2026-03-21", "no", null],
    ]),
    client("Sea Scouts", [
      ["Raft", "out", "95", "2026-04-02", "no", "Ben Ode"],
      ["Dinghy", "back", "60", "2026-02-11", "yes", "Ana Ruiz"],
    ]),
  ],
};

function client(name: string, boats: readonly (readonly (string | null)[])[]): NodeData {
  const names = ["title", "status", "fee_eur", "due", "insured", "keeper"];
  const children = boats.map((values) => ({
    type: "boat",
    attributes: Object.fromEntries(values.flatMap((value, at) => (value === null ? [] : [[names[at]!, value]]))),
    children: [],
  }));
  return { type: "client", attributes: { name }, children };
}

/** The same data with the attributes of boats as child elements. */
const withElements = (data: NodeData): NodeData =>
  data.type === "boat"
    ? {
        type: "boat",
        children: Object.entries(data.attributes ?? {}).map(([type, text]) => ({ type, children: [], text })),
      }
    : { ...data, children: (data.children ?? []).map(withElements) };

const about = (data: NodeData): About => ({ tree: treeOf(data), now: NOW });
const ATTRIBUTES = about(RENTAL);
const ELEMENTS = about(withElements(RENTAL));

/** What a request gives: a value, records, the texts of values, or the paths of nodes; of one that is not clear the answers of its choices. */
async function answersOf(request: string, { tree, now }: About): Promise<unknown> {
  const { readings, isClear } = await translate(request, { tree, now: now! });
  const all: unknown[] = [];
  for (const reading of isClear ? readings.slice(0, 1) : readings) {
    if (reading.kind !== "query") throw new Error(`${request}: ${reading.kind}`);
    const { query, diagnostics } = compile(reading.query);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const { value, matches } = await query!.run(tree, { now: now! });
    all.push(value ?? matches.map(({ path, record, node }) => record ?? (isValue(path) ? textAt(node, path) : path)));
  }
  return [isClear, all];
}

const isValue = (path: string): boolean => /\/(?:@\w+|[a-z_]+)$/.test(path);

const textAt = (node: TreeNode, path: string): string => {
  const attribute = /\/@(\w+)$/.exec(path)?.[1];
  return attribute === undefined ? node.text : node.attributes[attribute]!;
};

describe("law: whether values are attributes or child elements", () => {
  it.each([
    "boats that are out",
    "boats over 100 euros",
    "which boats have no keeper",
    "uninsured boats",
    "boats of Sea Scouts",
    "boats due next month",
    "the two most expensive boats",
    "boats by due date, soonest first",
    "how many boats are insured",
    "total fee of the boats that are out",
    "average fee of the boats",
    "total fee by status",
    "total fee per client",
    "how many boats per keeper",
    "who keeps the Raft",
    "when is the Launch due",
    "is the Scull insured?",
    "a table of boats with title, status and fee",
  ])("changes no answer: %s", async (request) => {
    const expected = await answersOf(request, ATTRIBUTES);
    expect(await answersOf(request, ELEMENTS)).toEqual(expected);
    expect(JSON.stringify(expected)).not.toBe("[false,[]]");
  });

  it.each([
    "set the fee of the Raft to 80",
    "the Launch is insured now",
    "set the keeper of the Launch to Ben Ode",
    "delete the keeper of the Raft",
    "delete the Dinghy",
    "add a boat called Punt to Sea Scouts",
  ])("changes no edit: %s", async (request) => {
    const [expected, edited] = await Promise.all([
      edits(request, ATTRIBUTES, withElements),
      edits(request, ELEMENTS, (data) => data),
    ]);
    expect(edited).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  });
});

/** The data after each reading, in one form. */
async function edits(request: string, { tree, now }: About, form: (data: NodeData) => NodeData): Promise<unknown[]> {
  const { readings } = await translate(request, { tree, now: now! });
  const all: unknown[] = [];
  for (const reading of readings) {
    if (reading.kind !== "update") continue;
    const { update, diagnostics } = compileUpdate(reading.update);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const { edits } = await update!.pending(tree);
    all.push(sorted(form(nodeData(applyEdits(tree, edits), 1))));
  }
  return all;
}

/** Fields in the order of their names, since attributes have none. */
const sorted = ({ type, attributes = {}, text = "", children = [] }: NodeData): NodeData => ({
  type,
  attributes,
  text,
  children: children.map(sorted).sort((a, b) => (type !== "boat" ? 0 : a.type < b.type ? -1 : 1)),
});
