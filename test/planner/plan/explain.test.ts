import { explainMermaid, explainText, optimise, parseSchema, schemaStatistics } from "@semantic-xpath/planner";
import { readXml, treeStatistics } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { naivePlan } from "./support/plans.js";

const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: {
      Plan: { children: { Day: { max: 7 } } },
      Day: { attributes: { city: {} }, children: { POI: { max: 8 } } },
      POI: { attributes: { name: {} }, children: {} },
    },
  }),
);
const tree = readXml("<Plan><Day city='x'><POI/><POI/></Day><Day/></Plan>");
const best = optimise(naivePlan('//Day[@city][avg(/POI[node =~ "museum"])]', schema!));

it("explains a plan with bounds from a schema", () => {
  expect(`\n${explainText(best, schemaStatistics(schema!))}\n`).toMatchInlineSnapshot(`
    "
         operator                                 span    types  rows  pairs
    #1   Path from the document                   0..41   Day    ≤ 7   0
    #3     Axis descendant::Day, via type-index   0..5    Day    ≤ 7   0
    #4     Filter @city                           5..12   Day    ≤ 7   0
    #7     Relevance avg(/POI[node =~ "museum"])  12..41  Day    ≤ 7   ≤ 56
    #9       Path from the node being scored      17..39  POI    ≤ 56  0
    #11        Axis child::POI, via type-index    17..21  POI    ≤ 56  0
    #12        Relevance node =~ "museum"         21..39  POI    ≤ 56  ≤ 56

    order     rank (weight descending, ties in document order)
    strategy  best first: with a limit or a minimum score an expensive scorer is asked only for what can still reach the result (exact)
    passes    mergeContexts, useTypeIndex, pruneByBound
    "
  `);
});

it("explains a plan with bounds from a tree", () => {
  expect(`\n${explainText(best, treeStatistics(tree))}\n`).toMatchInlineSnapshot(`
    "
         operator                                 span    types  rows  pairs
    #1   Path from the document                   0..41   Day    ≤ 2   0
    #3     Axis descendant::Day, via type-index   0..5    Day    ≤ 2   0
    #4     Filter @city                           5..12   Day    ≤ 2   0
    #7     Relevance avg(/POI[node =~ "museum"])  12..41  Day    ≤ 2   ≤ 2
    #9       Path from the node being scored      17..39  POI    ≤ 2   0
    #11        Axis child::POI, via type-index    17..21  POI    ≤ 2   0
    #12        Relevance node =~ "museum"         21..39  POI    ≤ 2   ≤ 2

    order     rank (weight descending, ties in document order)
    strategy  best first: with a limit or a minimum score an expensive scorer is asked only for what can still reach the result (exact)
    passes    mergeContexts, useTypeIndex, pruneByBound
    "
  `);
});

it("explains a plan without bounds, and with parameters", () => {
  const plan = optimise(naivePlan("(//Day[node =~ $wish])[$n] | /Plan/@title"));
  expect(`\n${explainText(plan)}\n`).toMatchInlineSnapshot(`
    "
         operator                                        span    types  rows  pairs
    #1   Union of 2 paths                                0..41   any    any   0
    #2     Group acts on the whole result                0..26   any    ≤ 1   0
    #3       Path from the document                      1..21   Day    any   0
    #5         Axis descendant::Day, via type-index      1..6    Day    any   0
    #6         Relevance node =~ $wish                   6..21   Day    any   any
    #8       Position [$n] by rank, of the whole result  22..26  any    ≤ 1   0
    #9     Path from the document                        29..41  Plan   any   0
    #11      Axis child::Plan, via type-index            29..34  Plan   any   0
    #12      Attribute @title                            35..41  any    any   0

    order     rank (weight descending, ties in document order)
    strategy  best first: with a limit or a minimum score an expensive scorer is asked only for what can still reach the result (exact)
    parameters $wish, $n
    passes    mergeContexts, useTypeIndex, pruneByBound
    "
  `);
});

it("shows what a run did", () => {
  const actual = { rowsIn: 2, rowsOut: 1, pairs: 3, hits: 4, selfMilliseconds: 0.126 };
  const text = explainText(naivePlan("/Plan"), undefined, new Map([[3, actual]]));
  expect(`\n${text}\n`).toMatchInlineSnapshot(`
    "
        operator                          span  types  rows  pairs  in  out  asked  cached  ms
    #1  Path from the document            0..5  Plan   any   0
    #3    Axis child::Plan, via children  0..5  Plan   any   0      2   1    3      4       0.13

    order     document order
    strategy  everything
    passes    none
    "
  `);
});

it("draws a plan", () => {
  expect(`\n${explainMermaid(best, schemaStatistics(schema!))}`).toMatchInlineSnapshot(`
    "
    flowchart TD
      o1["Path from the document<br/>rows #8804; 7, pairs 0"]
      o3["Axis descendant::Day, via type-index<br/>rows #8804; 7, pairs 0"]
      o1 -.-> o3
      o4["Filter @city<br/>rows #8804; 7, pairs 0"]
      o3 --> o4
      o7["Relevance avg(/POI#91;node =~ #34;museum#34;#93;)<br/>rows #8804; 7, pairs #8804; 56"]
      o4 --> o7
      o9["Path from the node being scored<br/>rows #8804; 56, pairs 0"]
      o7 -.-> o9
      o11["Axis child::POI, via type-index<br/>rows #8804; 56, pairs 0"]
      o9 -.-> o11
      o12["Relevance node =~ #34;museum#34;<br/>rows #8804; 56, pairs #8804; 56"]
      o11 --> o12
    "
  `);
});

it("draws what has quotes, brackets and bars in it", () => {
  const text = explainMermaid(naivePlan(`/(A|B)[@x = 'a "b" <c>']`));
  expect(text).not.toMatch(/"[^"\n]*"[^"\n]*"[^"\n]*"/);
  expect(text).toContain("#124;");
});
