import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "@semantic-xpath/parser";
import { mappingNamed, readJson, validate } from "@semantic-xpath/readers";
import { nodeText, type Tree } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

const FILE = fileURLToPath(new URL("../../../../shared/data/locomo10.json", import.meta.url));
const isThere = existsSync(FILE);

async function read(name: string): Promise<{ tree: Tree; diagnostics: Diagnostic[]; problems: readonly Diagnostic[] }> {
  const { mapping, schema } = (await mappingNamed(name))!;
  const diagnostics: Diagnostic[] = [];
  const text = readFileSync(FILE, "utf8");
  const tree = readJson(text, { mapping, onDiagnostic: (diagnostic) => diagnostics.push(diagnostic) });
  return { tree, diagnostics, problems: validate(tree, schema) };
}

const nodesOf = (tree: Tree, type: string): number[] => [...(tree.postings[tree.typeId(type)] ?? [])];
const valuesOf = (tree: Tree, type: string, name: string): (string | undefined)[] =>
  nodesOf(tree, type).map((node) => tree.attribute(node, name));
const countBy = (values: readonly (string | undefined)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};

describe.skipIf(!isThere)("LoCoMo, whose data is not a part of the project", async () => {
  const memory = isThere ? await read("locomo") : null!;
  const asked = isThere ? await read("locomo-qa") : null!;

  it("has its conversations, sessions, turns and what was said of them", () => {
    const { tree } = memory;
    const counts = [
      "Corpus",
      "Conversation",
      "Session",
      "Turn",
      "Image",
      "Summary",
      "Observation",
      "Event",
      "Evidence",
    ];
    expect(Object.fromEntries(counts.map((type) => [type, nodesOf(tree, type).length]))).toEqual({
      ...{ Corpus: 1, Conversation: 10, Session: 272, Turn: 5882, Image: 1226, Summary: 272 },
      ...{ Observation: 2541, Event: 669, Evidence: 2561 },
    });
    expect(tree.typeNames.slice(1).sort()).toEqual(counts.sort());
  });

  it("fits its schemas", () => {
    expect(memory.problems).toEqual([]);
    expect(asked.problems).toEqual([]);
  });

  it("leaves out the dates of sessions that there are not, says so, and nothing else", () => {
    expect(memory.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'SXP4021 The mapping does not mention "*/conversation/session_#_date_time" (16 times). It is left out.',
    ]);
  });

  it("gives turns ids of their places, and all ids once", () => {
    const { tree } = memory;
    for (const session of nodesOf(tree, "Session")) {
      const { attributes, children } = tree.node(session);
      const turns = children.filter(({ type }) => type === "Turn");
      const sample = tree.attribute(tree.parent[session]!, "id");
      expect(attributes.id).toBe(`${sample}/S${attributes.n}`);
      expect(turns.map(({ attributes: of }) => of.id)).toEqual(
        turns.map((_, i) => `${sample}/D${attributes.n}:${i + 1}`),
      );
      expect(turns.map(({ attributes: of }) => of.n)).toEqual(turns.map((_, i) => String(i + 1)));
    }
    const ids = tree.typeNames
      .slice(1)
      .flatMap((type) => valuesOf(tree, type, "id"))
      .filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("reads all dates, which increase within a conversation", () => {
    const { tree } = memory;
    for (const conversation of nodesOf(tree, "Conversation")) {
      const sessions = tree.node(conversation).children;
      const dates = sessions.map(({ attributes }) => attributes.dateTime!);
      for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00$/);
      expect([...dates].sort()).toEqual(dates);
      expect(new Set(dates).size).toBe(dates.length);
      for (const session of sessions) {
        const days = session.children.filter(({ type }) => type === "Event").map(({ attributes }) => attributes.date);
        expect(days.every((day) => day === session.attributes.dateTime!.slice(0, 10))).toBe(true);
        expect(session.children.filter(({ type }) => type === "Summary")).toHaveLength(1);
      }
    }
    expect(tree.attribute(nodesOf(tree, "Session")[0]!, "dateTime")).toBe("2023-05-08T13:56:00");
    expect(tree.attribute(nodesOf(tree, "Session")[0]!, "dateRaw")).toBe("1:56 pm on 8 May, 2023");
  });

  it("resolves the evidence of every observation within its session", () => {
    const { tree } = memory;
    const turns = new Map(nodesOf(tree, "Turn").map((node) => [tree.attribute(node, "id"), node]));
    const status = countBy(valuesOf(tree, "Evidence", "status"));
    expect(status).toEqual({ ok: 2549, malformed: 12 });
    for (const node of nodesOf(tree, "Evidence")) {
      const turn = turns.get(tree.attribute(node, "ref"))!;
      expect(tree.parent[turn]).toBe(tree.parent[tree.parent[node]!]);
    }
    expect(new Set(valuesOf(tree, "Evidence", "ref")).size).toBe(2387);
  });

  it("keeps what the annotators searched for, and the questions, out of what can be found", () => {
    const { tree } = memory;
    expect(valuesOf(tree, "Image", "searchQuery").filter((query) => query !== undefined)).toHaveLength(888);
    expect(valuesOf(tree, "Image", "url").filter((url) => url !== undefined)).toHaveLength(910);
    expect(valuesOf(tree, "Image", "reDownload").filter((again) => again === "true")).toHaveLength(206);
    const text = nodeText(tree, 1);
    for (const name of ["searchQuery", "reDownload", "url", "question", "answer"])
      expect(text).not.toContain(`\n${name}: `);
    const data = JSON.parse(readFileSync(FILE, "utf8")) as { qa: { question: string }[] }[];
    const lines = new Set(text.split("\n"));
    for (const { qa } of data) for (const { question } of qa) expect(lines.has(question)).toBe(false);
  });

  it("asks its questions in a tree of their own", () => {
    const { tree, diagnostics } = asked;
    expect(tree.typeId("Turn")).toBe(-1);
    expect(nodesOf(tree, "QA")).toHaveLength(1986);
    expect(countBy(valuesOf(tree, "QA", "type"))).toEqual({
      ...{ "multi-hop": 282, temporal: 321, "open-domain": 96, "single-hop": 841, adversarial: 446 },
    });
    expect(nodesOf(tree, "AdversarialAnswer")).toHaveLength(446);
    expect(valuesOf(tree, "Answer", "valueType").filter((type) => type === "int")).toHaveLength(6);
    expect(tree.attribute(nodesOf(tree, "QA")[37]!, "id")).toBe("conv-26#37");
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'SXP4022 "D" at "*/qa/*/evidence/*" is not what D:?0*(\\d+):0*(\\d+) matches. It is kept as it is.',
    ]);
  });

  it("parses 2 823 references, of which 2 821 resolve, 2 dangle and 1 text has none", () => {
    const { tree } = asked;
    const turns = new Set(valuesOf(memory.tree, "Turn", "id"));
    const refs = valuesOf(tree, "Evidence", "ref").filter((ref) => ref !== undefined);
    expect([refs.length, refs.filter((ref) => turns.has(ref)).length]).toEqual([2823, 2821]);
    expect(refs.filter((ref) => !turns.has(ref))).toEqual(["conv-42/D10:19", "conv-47/D4:36"]);
    const evidence = nodesOf(tree, "Evidence").map((node) => tree.node(node));
    const said = (status: string) =>
      evidence
        .filter(({ attributes }) => attributes.status === status)
        .map(({ attributes, parent }) => [parent!.attributes.id, attributes.raw, attributes.ref ?? null]);
    expect(said("dangling")).toEqual([
      ["conv-42#58", "D10:19", "conv-42/D10:19"],
      ["conv-47#38", "D4:36", "conv-47/D4:36"],
    ]);
    expect(said("malformed").map(([id, raw, ref]) => `${id} ${raw} → ${ref}`)).toEqual([
      "conv-26#37 D8:6; D9:17 → conv-26/D8:6",
      "conv-26#37 D8:6; D9:17 → conv-26/D9:17",
      "conv-42#88 D → null",
      "conv-43#18 D:11:26 → conv-43/D11:26",
      "conv-49#31 D9:1 D4:4 D4:6 → conv-49/D9:1",
      "conv-49#31 D9:1 D4:4 D4:6 → conv-49/D4:4",
      "conv-49#31 D9:1 D4:4 D4:6 → conv-49/D4:6",
      "conv-49#38 D22:1 D22:2 D9:10 D9:11 → conv-49/D22:1",
      "conv-49#38 D22:1 D22:2 D9:10 D9:11 → conv-49/D22:2",
      "conv-49#38 D22:1 D22:2 D9:10 D9:11 → conv-49/D9:10",
      "conv-49#38 D22:1 D22:2 D9:10 D9:11 → conv-49/D9:11",
      "conv-49#46 D21:18 D21:22 D11:15 D11:19 → conv-49/D21:18",
      "conv-49#46 D21:18 D21:22 D11:15 D11:19 → conv-49/D21:22",
      "conv-49#46 D21:18 D21:22 D11:15 D11:19 → conv-49/D11:15",
      "conv-49#46 D21:18 D21:22 D11:15 D11:19 → conv-49/D11:19",
      "conv-50#69 D30:05 → conv-50/D30:5",
    ]);
    const without = nodesOf(tree, "QA")
      .map((node) => tree.node(node))
      .filter(({ children }) => children.every(({ type }) => type !== "Evidence"));
    expect(without.map(({ attributes }) => attributes.id)).toEqual([
      "conv-26#30",
      "conv-26#46",
      "conv-50#39",
      "conv-50#42",
    ]);
  });
});
