import { Inspection, type Page, type PageRequest, viewOf } from "@semantic-xpath/inspect";
import fc from "fast-check";
import { expect, it } from "vitest";
import { observePlan } from "../../../packages/runtime/src/runPlan.js";
import { arbitraryCase, RUNS } from "../../runtime/trace/tracedCase.js";

/** All of a list, page by page. */
async function paged<T>(ask: (page: PageRequest) => Promise<Page<T>>, count: number): Promise<T[]> {
  const rows: T[] = [];
  for (let from = 0; ; from += count) {
    const page = await ask({ from, count });
    expect(page.from).toBe(Math.min(from, page.total));
    expect(page.rows.length).toBe(Math.min(count, page.total - page.from));
    rows.push(...page.rows);
    if (from + count >= page.total) return rows;
  }
}

it("the pages of every list are the list in the trace document, and overview has its length", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), fc.integer({ min: 1, max: 4 }), async ({ query, tree, options, text }, count) => {
      const inspection = new Inspection(await observePlan(query, tree, options));
      const { trace, matches } = inspection.result;
      const view = viewOf(inspection);
      const overview = await view.overview();
      expect(await paged((page) => view.cut(page), count), text).toEqual(trace.cut);
      expect(overview.cutCount).toBe(trace.cut.length);
      const results = await paged((page) => view.results(page), count);
      expect(results.map(({ path, weight }) => [path, weight])).toEqual(
        matches.map(({ path, weight }) => [path, weight]),
      );
      expect(overview.resultCount).toBe(matches.length);
      for (const operator of trace.operators) {
        const operatorId = operator.id;
        const summary = overview.operators.find(({ id }) => id === operatorId)!;
        expect(await paged((page) => view.dropped({ operatorId, ...page }), count), text).toEqual(operator.dropped);
        expect(await paged((page) => view.scores({ operatorId, ...page }), count), text).toEqual(operator.scores);
        expect([summary.droppedCount, summary.scoresCount]).toEqual([operator.dropped.length, operator.scores.length]);
      }
    }),
    { numRuns: RUNS },
  ));

it("the reasons of an operator part what fell out of it: every entry has one, in its order", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), fc.integer({ min: 1, max: 4 }), async ({ query, tree, options, text }, count) => {
      const inspection = new Inspection(await observePlan(query, tree, options));
      const view = viewOf(inspection);
      const { trace } = inspection.result;
      const lists = [{ id: 0, dropped: trace.cut }, ...trace.operators];
      for (const { id: operatorId, dropped } of lists) {
        const reasons = await view.reasons({ operatorId });
        expect(reasons.map(({ reason }) => reason)).toEqual([...new Set(dropped.map(({ reason }) => reason))]);
        for (const { reason, count: total } of reasons) {
          const ask = (page: PageRequest) =>
            operatorId === 0 ? view.cut({ ...page, reason }) : view.dropped({ operatorId, ...page, reason });
          const own = dropped.filter((drop) => drop.reason === reason);
          expect(await paged(ask, count), `${text} ${operatorId} ${reason}`).toEqual(own);
          expect(total).toBe(own.length);
        }
      }
    }),
    { numRuns: RUNS },
  ));

it("an operator that scores has all its scores in the histogram; of a pruned run those that were needed", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ query, tree, options, text }) => {
      const inspection = new Inspection(await observePlan(query, tree, options));
      const { operators } = await viewOf(inspection).overview();
      for (const { id, histogram } of operators) {
        const { scores } = inspection.result.trace.operators.find((operator) => operator.id === id)!;
        const known = scores.flatMap(({ algebra: { value } }) => (value === null ? [] : [value]));
        const bins = new Array<number>(10).fill(0);
        for (const value of known) bins[Math.min(9, Math.floor(value * 10))]!++;
        const isPruned = inspection.result.trace.strategy === "best-first";
        if (!isPruned) expect(histogram, `${text} ${id}`).toEqual(known.length === 0 ? [] : bins);
        for (const [bin, count] of histogram.entries()) expect(count, `${text} ${id}`).toBeLessThanOrEqual(bins[bin]!);
      }
    }),
    { numRuns: RUNS },
  ));

it("asks for nothing: lists outside of what there is are empty", async () => {
  const { query, tree, options } = fc.sample(arbitraryCase(["cheap"]), { numRuns: 1, seed: 7 })[0]!;
  const view = viewOf(new Inspection(await observePlan(query, tree, options)));
  expect(await view.dropped({ operatorId: 999, from: 0, count: 10 })).toEqual({ total: 0, from: 0, rows: [] });
  const { total } = await view.results({ from: 0, count: 0 });
  expect(await view.results({ from: 1e9, count: 10 })).toEqual({ total, from: total, rows: [] });
});
