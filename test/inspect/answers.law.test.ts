import { compareRuns, type Inspection, inspect, type WhyNot } from "@semantic-xpath/inspect";
import { compile } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCase, RUNS } from "../runtime/trace/tracedCase.js";
import { isLong } from "../support/runs.js";

/** What no sentence may say: a value that slipped through, or a count below 0. What a query computes, which "is" something, may be below 0. */
const SLIPPED = /undefined|NaN|Infinity|\[object|\bnull\b|(?<![[\w"':.$,@(-]|\b(?:is|not) |[=<>] )-\d/;

const nodesOf = ({ tree }: Inspection): readonly number[] => Array.from({ length: tree.size }, (_, i) => i + 1);

/** Whether a number is told: rounded, or as a place with its ending. */
const tells = (message: string, value: number): boolean =>
  [...message.matchAll(/(?<!\d)-?\d+(?:\.\d+)?/g)].some(([told]) => {
    const digits = told.replace(/[-.]/g, "").replace(/^0+/, "").length;
    return (
      Number(told) === value ||
      (told.includes(".") && digits >= 3 && Number(value.toPrecision(digits)) === Number(told)) ||
      Number(value.toPrecision(3)) === Number(told)
    );
  });

const isInside = (text: string, { start, end }: { start: number; end: number }): boolean =>
  start >= 0 && end > start && end <= text.length;

describe("answers", () => {
  it("say nothing that slipped through, and stand in the query", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
        const inspection = await inspect(query, tree, options);
        for (const node of nodesOf(inspection)) {
          const [why, whyNot] = [inspection.why(node), inspection.whyNot(node)];
          const said = [...(why?.sentences ?? []), ...(whyNot === null ? [] : [whyNot.message])];
          for (const sentence of said) expect(sentence, `${text}: ${sentence}`).not.toMatch(SLIPPED);
          for (const { span, score } of [...(why?.costs ?? []), ...(whyNot?.ranked?.costs ?? [])]) {
            expect(isInside(text, span), text).toBe(true);
            expect(score, text).toBeGreaterThanOrEqual(0);
          }
          if (whyNot === null) continue;
          expect(isInside(text, whyNot.span), `${text}: ${JSON.stringify(whyNot.span)}`).toBe(true);
          if (whyNot.ranked !== null) {
            expect(whyNot.ranked.rank, text).toBeGreaterThan(0);
            expect(whyNot.ranked.rank, text).toBeLessThanOrEqual(Math.max(whyNot.ranked.count, whyNot.ranked.rank));
          }
        }
        for (const { message, advice, span, operatorId } of inspection.causes()) {
          expect(`${message} ${advice ?? ""}`, text).not.toMatch(SLIPPED);
          expect(isInside(text, span), `${text}: ${message} ${JSON.stringify(span)}`).toBe(true);
          expect(operatorId === 0 || query.explain("json").operators.some(({ id }) => id === operatorId)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    ));

  it("measure what they tell, and on the wrong side of what is needed", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
        const inspection = await inspect(query, tree, options);
        for (const node of nodesOf(inspection)) {
          const whyNot = inspection.whyNot(node);
          if (whyNot === null) continue;
          const of = `${text}: ${JSON.stringify(whyNot)}`;
          expect(isDecided(whyNot), of).toBe(true);
          if (whyNot.measured === null) continue;
          const { value, needed } = whyNot.measured;
          expect(tells(whyNot.message, value), of).toBe(true);
          if (whyNot.reason !== "position") expect(tells(whyNot.message, needed), of).toBe(true);
          if (isOfPlaces(whyNot)) expect(value, of).not.toBe(needed);
        }
      }),
      { numRuns: RUNS },
    ));

  it("are the same when asked again, and after a change was looked for", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(), async ({ tree, text, query, options }) => {
        const inspection = await inspect(query, tree, options);
        const told = (): unknown => nodesOf(inspection).map((node) => [inspection.why(node), inspection.whyNot(node)]);
        const before = JSON.stringify([told(), inspection.causes()]);
        expect(JSON.stringify([told(), inspection.causes()]), text).toBe(before);
        await inspection.change(1 + (text.length % tree.size));
        await inspection.nearest();
        expect(JSON.stringify([told(), inspection.causes()]), text).toBe(before);
      }),
      { numRuns: Math.ceil(RUNS / (isLong ? 2 : 20)) },
    ));
});

const isOfPlaces = ({ reason }: WhyNot): boolean => reason === "position";

/** Whether a threshold that is told to fail does so for every score that the node may have, where a pruned run left some open. */
function isDecided({ reason, algebra, message }: WhyNot): boolean {
  const told = /is between .* and is not (>=|>|<=|<) ([\d.]+)/.exec(message);
  if (reason !== "filter" || algebra === null || told === null) return true;
  const limit = Number(told[2]);
  switch (told[1]) {
    case ">=":
      return algebra.high < limit;
    case ">":
      return algebra.high <= limit;
    case "<=":
      return algebra.low > limit;
    default:
      return algebra.low >= limit;
  }
}

describe("a comparison", () => {
  it("is the same the other way round", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(), arbitraryCase(), async (one, other) => {
        const [before, after] = [
          await inspect(one.query, one.tree, one.options),
          await inspect(other.query, one.tree, { ...other.options, scorer: one.options.scorer }),
        ];
        const there = compareRuns(before, after);
        const back = compareRuns(after, before);
        expect(there.changed).toEqual(back.changed);
        expect([there.before, there.after]).toEqual([back.after, back.before]);
        const kinds = { kept: "kept", moved: "moved", added: "lost", lost: "added" } as const;
        const turned = back.rows.map((row) => ({
          ...row,
          pathBefore: row.pathAfter,
          pathAfter: row.pathBefore,
          kind: kinds[row.kind],
          rankBefore: row.rankAfter,
          rankAfter: row.rankBefore,
          weightBefore: row.weightAfter,
          weightAfter: row.weightBefore,
          ...(row.valuesBefore && row.valuesAfter && { valuesBefore: row.valuesAfter, valuesAfter: row.valuesBefore }),
        }));
        const byPath = (rows: readonly { readonly path: string }[]) =>
          [...rows].sort((a, b) => (a.path < b.path ? -1 : 1));
        expect(byPath(there.rows)).toEqual(byPath(turned));
        for (const sentence of [...there.sentences, ...back.sentences]) expect(sentence).not.toMatch(SLIPPED);
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    ));
});

describe("a change in a document", () => {
  it("touches no other declaration", () =>
    fc.assert(
      fc.asyncProperty(arbitraryCase(["cheap"]), async ({ tree, text, options }) => {
        if (text.includes("$")) return;
        const front = 'declare query first() := //A[node =~ "sun" >= 0.5];\ndeclare query asked() :=\n  ';
        const back = ";\ndeclare query last() := (//B)[1];\n";
        const source = `${front}${text}${back}`;
        const { query } = compile(source, { name: "asked" });
        const inspection = await inspect(query!, tree, options);
        const node = 1 + (text.length % tree.size);
        const change = await inspection.change(node);
        if (change === null) return;
        expect(change.text.startsWith(front), change.text).toBe(true);
        expect(change.text.endsWith(back), change.text).toBe(true);
        const changed = compile(change.text, { name: "asked" });
        const { matches } = await changed.query!.run(tree, { ...options, ...change.options, params: change.params });
        expect(
          matches.some((match) => match.node.id === node),
          change.text,
        ).toBe(true);
      }),
      { numRuns: Math.ceil(RUNS / 8) },
    ));
});
