import { modelReader } from "@semantic-xpath/chat";
import type { Translation } from "@semantic-xpath/chat/translate";
import type { LanguageModel, ModelRequest } from "@semantic-xpath/llm";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, compileUpdate, readXml } from "@semantic-xpath/runtime";
import { SemanticXPathError } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const schema = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: {
      Plan: { children: { Day: {} } },
      Day: { attributes: { city: { type: "string" } }, children: { Stop: {} } },
      Stop: { attributes: { name: { type: "string" } }, children: {}, text: true },
    },
  }),
).schema!;
const tree = readXml(
  '<Plan><Day city="A"><Stop name="a">one</Stop><Stop name="b"/></Day><Day city="B"><Stop name="c"/></Day></Plan>',
);

const right = fc.constantFrom(
  "/Plan/Day[1]",
  "/Plan/Day[2]/Stop",
  "/Plan/Day[1]/Stop[2]",
  "/Plan/Day[1]/Stop[1]",
  "/Plan/Day[1]/@city",
  "/Plan/Day[1]/Stop[1]/text()",
);
const wrong = fc.constantFrom("/Plan", "//Stop", "//Day[", "//Hotel", "", "delete node //Day", "/Plan/Day[7]");
const path = fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: wrong });
const text = fc.oneof(path, fc.string());
const CHANGES = ["insert", "set", "move", "replace", "delete"] as const;
const reading = fc.oneof(
  fc.record({ intent: fc.constant("ask"), said: fc.string(), query: text }),
  fc.record({
    intent: fc.constant("edit"),
    said: fc.string(),
    query: path,
    changes: fc.subarray([...CHANGES], { minLength: 2 }),
  }),
  fc.record({ intent: fc.constant("talk"), said: fc.string() }),
);
const plan = fc.record({
  readings: fc.array(reading, { minLength: 1, maxLength: 3 }),
  question: fc.option(fc.string()),
});
const content = fc.constantFrom({ type: "Stop", attributes: { name: "new" } }, { copy: "/Plan/Day[2]" });
const operation = fc.oneof(
  fc.record({ op: fc.constant("delete"), target: path }),
  fc.record({
    op: fc.constant("insert"),
    content,
    target: path,
    position: fc.constantFrom("first", "last", "before", "after"),
  }),
  fc.record({ op: fc.constant("replace"), content, target: path }),
  fc.record({ op: fc.constant("replaceValue"), target: path, value: fc.string() }),
  fc.record({
    op: fc.constant("setAttribute"),
    target: path,
    name: fc.constantFrom("city", "name", "x"),
    value: fc.string(),
  }),
  fc.record({ op: fc.constant("rename"), target: path, name: fc.constantFrom("Day", "Hotel") }),
  fc.record({ op: fc.constant("move"), target: path, destination: path }),
  fc.record({ op: fc.constant("nothing") }),
);
const edit = fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 2 }) });

/** Says whatever comes next, and the last thing for ever. */
function babbler(plans: readonly object[], edits: readonly object[]): LanguageModel & { readonly planned: object[] } {
  const planned: object[] = [];
  const said = new Map<string, number>();
  return {
    id: "babbler",
    supports: { jsonSchema: false, gbnf: false, logprobs: false },
    planned,
    async generate({ purpose }: ModelRequest) {
      const all = purpose === "edit" ? edits : plans;
      const at = said.get(purpose) ?? 0;
      said.set(purpose, at + 1);
      const value = all[Math.min(at, all.length - 1)]!;
      if (purpose === "query") planned.push(value);
      return { text: JSON.stringify(value), value, usage: { input: 1, output: 1, isEstimated: true }, finish: "stop" };
    },
  };
}

const opsOf = (update: string): readonly string[] =>
  compileUpdate(update, { schema }).update!.operations.map((each) =>
    each.op === "replaceValue" && !/\/(?:@\w+|text\(\))$/.test(`${each.target as string}`) ? "replace" : each.op,
  );
const KINDS: Readonly<Record<string, string>> = { setAttribute: "set", replaceValue: "set", rename: "set" };

it("whatever a model says, readings compile and edits do what was planned to what was found, or there is an error with a code", async () => {
  const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 4 });
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(some(plan), some(edit), async (plans, edits) => {
      const model = babbler(plans, edits);
      let translation: Translation;
      try {
        translation = await modelReader(model).read("please", { tree, schema });
      } catch (error) {
        expect(error).toBeInstanceOf(SemanticXPathError);
        expect((error as SemanticXPathError).code).toMatch(/^SXP512[0-3]$/);
        return;
      }
      answered++;
      const { readings } = translation;
      expect(readings.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThanOrEqual(1);
      expect(translation.isClear).toBe(translation.question === null);
      expect(translation.question).not.toBe("");
      const used = model.planned.at(-1) as { readings: { intent: string; query: string; changes: string[] }[] };
      for (const each of readings) {
        if (each.kind === "query") {
          const { diagnostics } = compile(each.query, { schema });
          expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        }
        if (each.kind !== "update") continue;
        const [{ query, changes }] = used.readings as unknown as [{ query: string; changes: string[] }];
        expect(changes).toEqual(expect.arrayContaining(opsOf(each.update).map((op) => KINDS[op] ?? op)));
        expect(each.isDestructive).toBe(opsOf(each.update).some((op) => op === "delete" || op === "replace"));
        const tops = (await compile(query, { schema }).query!.run(tree)).matches.map(({ id }) => id);
        const { targets, diagnostics } = await compileUpdate(each.update, { schema }).update!.pending(tree);
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        for (const { chosen, role } of targets) {
          if (role === "content" || chosen === null) continue;
          const isNear = tops.some((top) => tree.parent[top] === chosen.node);
          expect(isNear || tops.some((top) => top <= chosen.node && chosen.node < tree.end[top]!)).toBe(true);
        }
      }
    }),
    { numRuns: runs(300, 75) },
  );
  expect(answered).toBeGreaterThan(0);
});
