import { type Change, type ChangeKind, inspect } from "@semantic-xpath/inspect";
import { compile } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCase, type Case, RUNS } from "../runtime/trace/tracedCase.js";
import { isLong } from "../support/runs.js";

const errors = (text: string): number =>
  compile(text).diagnostics.filter(({ severity }) => severity === "error").length;

/** Some nodes of a tree, the same for the same case. */
const someNodes = ({ tree, text }: Case): readonly number[] => [
  ...new Set((isLong ? [0, 1, 2] : [0]).map((i) => 1 + ((i * 7919 + text.length) % tree.size))),
];

async function admits({ tree, options }: Case, node: number, change: Pick<Change, "text" | "options" | "params">) {
  const { query } = compile(change.text);
  const { matches } = await query!.run(tree, { ...options, ...change.options, params: change.params });
  return { isAdmitted: matches.some((match) => match.node.id === node), count: matches.length };
}

const rewritten = (text: string, { edits }: Change): string =>
  [...edits].reverse().reduce((so, { span, text: by }) => so.slice(0, span.start) + by + so.slice(span.end), text);

describe("the smallest change", () => {
  it("admits the node, and there is one for every node; its own path is a last resort", async () => {
    const kinds = new Map<ChangeKind, number>();
    await fc.assert(
      fc.asyncProperty(arbitraryCase(), async (example) => {
        const { tree, text, query, options } = example;
        const inspection = await inspect(query, tree, options);
        for (const node of someNodes(example)) {
          const change = await inspection.change(node);
          const of = `${text}: ${tree.node(node).path}: ${JSON.stringify(change)}`;
          expect(change === null, of).toBe(inspection.whyNot(node) === null);
          if (change === null) continue;
          kinds.set(change.kind, (kinds.get(change.kind) ?? 0) + 1);
          expect(errors(change.text), of).toBeLessThanOrEqual(errors(text));
          expect(await admits(example, node, change), of).toEqual({ isAdmitted: true, count: change.count });
          expect(rewritten(text, change), of).toBe(change.text);
          expect(change.message, of).not.toBe("");
        }
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
    const total = [...kinds.values()].reduce((sum, count) => sum + count, 0);
    // Random queries lead nowhere in most of their steps: one in eight would take more than four places. Of a few it says nothing.
    if (isLong) expect((kinds.get("path") ?? 0) / total).toBeLessThan(0.16 + 1 / Math.sqrt(total));
  });

  it("is minimal: the number before it, one step of its last digit, does not admit the node", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(undefined, simpleQuery), async (example) => {
        const { tree, text, query, options } = example;
        const inspection = await inspect(query, tree, options);
        for (const node of someNodes(example)) {
          const change = await inspection.change(node);
          if (change === null) continue;
          const of = `${text}: ${tree.node(node).path}: ${JSON.stringify(change)}`;
          for (const less of nearerChanges(text, change))
            expect(
              (await admits(example, node, { ...change, ...less })).isAdmitted,
              `${of} ${JSON.stringify(less)}`,
            ).toBe(false);
        }
      }),
      { numRuns: RUNS },
    ));
});

/** Queries with one thing that excludes, so that the change has one number. */
const simpleQuery = fc.oneof(
  fc
    .tuple(fc.constantFrom("A", "B", "*"), fc.constantFrom("0.9", "0.5", "0.75", "1"))
    .map(([type, least]) => `//${type}[node =~ "sun" >= ${least}]`),
  fc
    .tuple(fc.constantFrom("A", "B", "*"), fc.constantFrom("1", "2:3", "-1", "-1:", ":1"))
    .map(([type, at]) => `//${type}[${at}]`),
  fc.constantFrom("A", "B", "*").map((type) => `//${type}[node =~ "sun"]`),
  fc
    .tuple(fc.constantFrom("A", "B", "*"), fc.constantFrom("1", "1:2"))
    .map(([type, at]) => `(//${type}[node =~ "sun"])[${at}]`),
);

/** The same change, but a step nearer to what was written. */
function nearerChanges(text: string, change: Change): Pick<Change, "text" | "options">[] {
  const { kind, options } = change;
  if (kind === "limit" && options.limit !== undefined && options.limit > 0)
    return [{ text, options: { ...options, limit: options.limit - 1 } }];
  if (kind === "min-score" && options.minScore !== undefined)
    return [{ text, options: { ...options, minScore: Math.min(1, options.minScore + unitOf(options.minScore)) } }];
  const [edit, ...others] = change.edits;
  if (edit === undefined || others.length > 0 || !/^-?[\d.]+$/.test(edit.text)) return [];
  const before = Number(text.slice(edit.span.start, edit.span.end));
  const after = Number(edit.text);
  const nearer = (to: string) => [{ text: text.slice(0, edit.span.start) + to + text.slice(edit.span.end), options }];
  if (kind === "threshold") {
    const more = after + unitOf(after);
    return more > 1 ? [] : nearer(String(Number(more.toPrecision(15))));
  }
  const step = after + Math.sign(before - after);
  return kind === "index" && step !== before && step !== 0 ? nearer(String(step)) : [];
}

const unitOf = (value: number): number => 10 ** -(String(value).split(".")[1]?.length ?? 0);
