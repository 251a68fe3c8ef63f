import {
  inspect,
  NODE_STATES,
  type NodeState,
  type OperatorSummary,
  redacted,
  type TreeShape,
  viewOf,
} from "@semantic-xpath/inspect";
import { tokenize } from "@semantic-xpath/parser";
import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownOf } from "../../packages/views/src/components/results/ResultLine.js";
import { diffQuery } from "../../packages/views/src/model/diffQuery.js";
import { flame } from "../../packages/views/src/model/flame.js";
import { formula, scoreText } from "../../packages/views/src/model/formula.js";
import { heatBins } from "../../packages/views/src/model/heatBins.js";
import { csvOf, listed, type Order } from "../../packages/views/src/model/listing.js";
import { markedText } from "../../packages/views/src/model/markedText.js";
import { keptOf, openToDepth, rowOf, visibleRows } from "../../packages/views/src/model/outline.js";
import { paintQuery } from "../../packages/views/src/model/paintQuery.js";
import { countText, scorerName, timeText, valueLine } from "../../packages/views/src/model/text.js";
import { STATES, stateOf, treeColumns } from "../../packages/views/src/model/treeColumns.js";
import { treePrefix } from "../../packages/views/src/report/collect.js";
import { runs } from "../support/runs.js";
import { itinerary, keptRun } from "./support/runs.js";

const base64 = (columns: ArrayLike<number> & ArrayBufferView): string =>
  Buffer.from(columns.buffer, columns.byteOffset, columns.byteLength).toString("base64");

/** A tree from the parent of each node: any number below its own makes one. */
function shapeOf(picks: readonly number[], states: readonly number[]): TreeShape {
  const parents: number[] = [0];
  const chain = [1];
  for (const pick of picks) {
    chain.length = 1 + (pick % chain.length);
    parents.push(chain.at(-1)!);
    chain.push(parents.length);
  }
  const size = parents.length;
  const end = parents.map((_, i) => i + 2);
  for (let i = size - 1; i > 0; i--) end[parents[i]! - 1] = Math.max(end[parents[i]! - 1]!, end[i]!);
  const state = parents.map((_, i) => (states[i % Math.max(1, states.length)] ?? 0) % 4);
  return {
    size,
    types: ["T"],
    type: base64(new Uint16Array(size)),
    parent: base64(Int32Array.from(parents)),
    end: base64(Int32Array.from(end)),
    state: base64(Uint8Array.from(state)),
    heat: base64(Float32Array.from(state, (value, i) => (value === 0 ? 0 : ((i * 37) % 100) / 100))),
  };
}

const shapes = fc
  .tuple(fc.array(fc.nat(20), { maxLength: 60 }), fc.array(fc.nat(3), { maxLength: 20 }))
  .map(([picks, states]) => shapeOf(picks, states));

it("has the states of the runtime, in its order", () => {
  expect(STATES).toEqual(NODE_STATES);
});

describe("the tree", () => {
  it("knows depth and place of every node", async () => {
    const { view } = await keptRun("1", "//POI", itinerary());
    const tree = treeColumns(await view.tree());
    const third = (await view.locate({ path: "/Itinerary/Day[3]" }))!;
    expect([tree.depth[third - 1], tree.place[third - 1], tree.siblings[third - 1]]).toEqual([1, 3, 7]);
  });

  it("shows a node exactly when everything above it is open and kept", () => {
    fc.assert(
      fc.property(shapes, fc.array(fc.boolean()), fc.subarray([...STATES]), (shape, opened, states) => {
        const tree = treeColumns(shape);
        const open = Uint8Array.from({ length: tree.size }, (_, i) => (opened[i % Math.max(1, opened.length)] ? 1 : 0));
        const kept = keptOf(tree, new Set<NodeState>(states));
        const isShown = (node: number): boolean => {
          if (kept !== null && kept[node - 1] === 0) return false;
          const above = tree.parent[node - 1]!;
          return above === 0 || (open[above - 1] === 1 && isShown(above));
        };
        const expected = Array.from({ length: tree.size }, (_, i) => i + 1).filter(isShown);
        const rows = visibleRows(tree, { open, kept });
        expect([...rows]).toEqual(expected);
        for (const [row, node] of rows.entries()) expect(rowOf(rows, node)).toBe(row);
      }),
    );
  });

  it("a filter keeps the nodes of its states and what is above them, and nothing else", () => {
    fc.assert(
      fc.property(shapes, fc.subarray([...STATES], { minLength: 1, maxLength: 3 }), (shape, states) => {
        const tree = treeColumns(shape);
        const kept = keptOf(tree, new Set<NodeState>(states))!;
        for (let node = 1; node <= tree.size; node++) {
          let isWanted = false;
          for (let below = node; below < tree.end[node - 1]!; below++) {
            isWanted ||= states.includes(STATES[tree.state[below - 1]!]!);
          }
          expect(kept[node - 1]).toBe(isWanted ? 1 : 0);
        }
      }),
    );
  });

  it("a prefix of a tree is a tree", () => {
    fc.assert(
      fc.property(shapes, fc.integer({ min: 1, max: 70 }), (shape, size) => {
        const whole = treeColumns(shape);
        const part = treeColumns(treePrefix(shape, size));
        expect(part.size).toBe(Math.min(size, whole.size));
        for (let i = 0; i < part.size; i++) {
          expect(part.parent[i]).toBe(whole.parent[i]);
          expect(part.end[i]).toBe(Math.min(whole.end[i]!, part.size + 1));
          expect(part.heat[i]).toBe(whole.heat[i]);
        }
        expect(visibleRows(part, { open: openToDepth(part, 99), kept: null })).toHaveLength(part.size);
      }),
    );
  });

  it("bins keep the hottest node of each, a result before all others", () => {
    fc.assert(
      fc.property(shapes, fc.integer({ min: 1, max: 40 }), (shape, count) => {
        const tree = treeColumns(shape);
        const bins = heatBins(tree, count);
        const results = [...tree.state].filter((state) => STATES[state] === "result").length;
        expect(bins.some(({ hasResult }) => hasResult)).toBe(results > 0);
        expect(Math.max(...bins.map(({ heat }) => heat))).toBe(Math.max(...tree.heat));
        for (const { hasResult, node } of bins) if (hasResult) expect(stateOf(tree, node)).toBe("result");
      }),
    );
  });
});

describe("the query", () => {
  it("paints every character once, whatever the text and the steps", () => {
    const spans = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
    const texts = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constant('//Day[avg(/POI[node =~ "a ""b"])][@x >= 0.5]'),
    );
    fc.assert(
      fc.property(texts, fc.array(spans, { maxLength: 4 }), (text, steps) => {
        const heat = steps.map((span, i) => ({ operatorId: i, span, rowsOut: 1, best: 1 }));
        const stretches = paintQuery({ text, span: { start: 0, end: text.length }, tokens: tokenize(text), heat });
        const said = stretches.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join("");
        expect(said).toBe(text);
      }),
    );
  });

  it("gives a place to the innermost step", () => {
    const text = "//Day[avg(/POI)]";
    const outer = { operatorId: 1, span: { start: 0, end: text.length }, rowsOut: 7, best: 1 };
    const inner = { operatorId: 2, span: { start: 10, end: 14 }, rowsOut: 32, best: 0.5 };
    const stretches = paintQuery({ text, span: outer.span, tokens: tokenize(text), heat: [outer, inner] });
    const told = stretches.map(({ heat, pieces, isLast }) => [
      heat?.operatorId,
      pieces.map((p) => p.text).join(""),
      isLast,
    ]);
    expect(told).toEqual([
      [1, "//Day[avg(", false],
      [2, "/POI", true],
      [1, ")]", true],
    ]);
  });

  it("has the colours of the parser's own tokens", async () => {
    const text = '(: a :) //Day[avg(/and[@city = "x"]) >= 0 and 1-node =~ $wish >= 0]';
    const { view } = await keptRun("1", text.replace("$wish", '"lake"'), itinerary());
    const colours = paintQuery(await view.overview())
      .flatMap(({ pieces }) => pieces)
      .map((piece) => `${piece.text} ${piece.paint}`);
    expect(colours).toContain("avg function");
    expect(colours).toContain("city attribute");
    expect(colours.filter((colour) => colour.startsWith("and "))).toEqual(["and name", "and operator"]);
  });

  it("writes a change into its place", () => {
    expect(diffQuery("//POI[a >= 0.5]", [{ span: { start: 11, end: 14 }, text: "0.3" }])).toEqual([
      { kind: "same", text: "//POI[a >= " },
      { kind: "removed", text: "0.5" },
      { kind: "added", text: "0.3" },
      { kind: "same", text: "]" },
    ]);
  });
});

describe("a list of results", () => {
  const row = (rank: number, node: number, name: string, text = "") => ({
    rank,
    node,
    path: `/Plan/Day[${node}]`,
    weight: 1 / rank,
    type: "Day",
    attributes: [{ name: "name", value: name }],
    text,
    value: null,
    keys: [],
    gave: [],
    share: null,
    source: null,
    group: null,
    record: null,
  });
  const rows = [row(1, 7, "Lake"), row(2, 3, "Museum", 'says "hello",\nand more'), row(3, 5, "Café")];
  const ranks = (text: string, order: Order) => listed(rows, text, order).map(({ rank }) => rank);

  it("is filtered by words and ordered by rank, place or name", () => {
    expect(ranks("", "rank")).toEqual([1, 2, 3]);
    expect(ranks("", "document")).toEqual([2, 3, 1]);
    expect(ranks("", "name")).toEqual([3, 1, 2]);
    expect(ranks("hello museum", "rank")).toEqual([2]);
    expect(ranks("nothing", "rank")).toEqual([]);
  });

  it("is written as CSV, quoted where it has to be", () => {
    expect(csvOf(rows.slice(1))).toBe(
      'rank,weight,path,value,text,@name\r\n2,0.5,/Plan/Day[3],,"says ""hello"",\nand more",Museum\r\n3,0.3333333333333333,/Plan/Day[5],,,Café\r\n',
    );
  });
});

describe("a result in the order of keys, and the contributors of a value", () => {
  const row = {
    ...{ rank: 1, node: 2, path: "/Plan/Day/@minutes", weight: 1, type: "Day", attributes: [], text: "", value: "90" },
    ...{ keys: [], gave: [], share: null, source: null, group: null, record: null },
  };

  it("have a column for each key, and for what was given", () => {
    const keys = [{ text: "@minutes", isDescending: true, span: { start: 0, end: 8 } }];
    expect(csvOf([{ ...row, keys: [90] }], { keys, fields: [] })).toContain(
      "rank,weight,@minutes,path,value,text\r\n1,1,90,/Plan/Day",
    );
    expect(csvOf([{ ...row, keys: [null] }], { keys, fields: [] })).toContain("\r\n1,1,,/Plan/Day");
    expect(csvOf([{ ...row, gave: [90], share: 0.5 }])).toContain("gave,share,path,value,text\r\n1,1,90,0.5,/Plan/Day");
  });

  it("are found by them", () => {
    const rows = [
      { ...row, keys: ["conference"] },
      { ...row, gave: [135] },
    ];
    expect(listed(rows, "confer", "rank")).toEqual([rows[0]]);
    expect(listed(rows, "135", "rank")).toEqual([rows[1]]);
  });

  it("are written as values are", () => {
    expect([605, true, "CAD 38", null, [], ["a"], ["a", 2]].map(valueLine)).toEqual([
      "605",
      "true",
      "CAD 38",
      "no value",
      "an empty list",
      "a",
      "2 values",
    ]);
  });
});

describe("numbers", () => {
  const score = (value: number) => ({
    expressionId: 1,
    text: "x",
    operation: "scorer" as const,
    value,
    low: value,
    high: value,
    operands: [],
  });

  it("are written as everywhere", () => {
    expect(countText(1234567)).toBe("1\u202f234\u202f567");
    expect([timeText(0.034), timeText(3.44), timeText(1234.4)]).toEqual(["0.03", "3.4", "1\u202f234"]);
    expect(scorerName("lexical-2(k1=0.8 b=0.2)#3730")).toBe("lexical-2");
  });

  it("are at every operand of a formula, complements written out", () => {
    const complement = { ...score(0.88), operation: "1-" as const, operands: [score(0.12)] };
    const least = { ...score(0.88), operation: "min" as const, operands: [score(0.91), complement] };
    expect(`${formula(least)} = ${scoreText(least)}`).toBe("min(0.91, 1 − 0.12) = 0.88");
    expect(scoreText({ value: null, low: 0, high: 0.31 })).toBe("0.00…0.31");
  });
});

it("a flame chart nests evidence in its relevance, and boxes stay inside what they are nested in", async () => {
  const { view } = await keptRun("1", '//Day[avg(/POI[node =~ "conference"])]/POI[node =~ "museum"]', itinerary());
  const overview = await view.overview();
  const boxes = flame(overview);
  const levelOf = new Map(boxes.map((box) => [box.operator?.id ?? 0, box.level]));
  const inEvidence = overview.operators.filter(
    ({ depth }: OperatorSummary) => depth > Math.min(...overview.operators.map((o) => o.depth)),
  );
  expect(inEvidence.length).toBeGreaterThan(0);
  for (const { id } of inEvidence) expect(levelOf.get(id)).toBe(2);
  for (const { start, width } of boxes) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(start + width).toBeLessThanOrEqual(1 + 1e-9);
  }
});

describe("evidence in a text", () => {
  const term = (start: number, end: number) => ({
    ...{
      term: "lake",
      inCondition: null,
      weight: 1,
      gain: 1,
      part: 1,
      matched: "pond",
      how: "related" as const,
      field: null,
    },
    inText: { start, end },
  });
  const marks = (text: string, places: readonly [number, number][], isWhole = true) =>
    markedText(
      text,
      places.map(([start, end]) => term(start, end)),
      isWhole,
    ).map((part) => (part.term === null ? part.text : `<${part.text}>`));

  it("is marked, once each, in the order of the text", () => {
    expect(marks("a pond in rain", [[10, 14], [2, 6], [2, 6]])).toEqual(["a ", "<pond>", " in ", "<rain>"]); // biome-ignore format: places
  });
  it("of a long text is in the piece that is shown", () => {
    const text = `${"x ".repeat(400)}pond${" y".repeat(400)}`;
    const shown = marks(text, [[800, 804]], false);
    expect(shown).toEqual(["…", "x ".repeat(30), "<pond>", `${" y".repeat(88)}…`]);
  });
  it("leaves nothing of the text out", () =>
    fc.assert(
      fc.property(fc.string(), fc.array(fc.tuple(fc.nat(20), fc.nat(6))), (text, places) => {
        const terms = places.map(([start, length]) => term(start, start + length));
        const parts = markedText(text, terms, true);
        expect(parts.map((part) => part.text).join("")).toBe(text);
      }),
      { numRuns: runs(200) },
    ));
});

describe("groups and records in the list", () => {
  const tree = `<r><a who="x" n="1"/><a who="y" n="5"/><a who="x" n="3"/></r>`;
  const seen = async (text: string) => viewOf(await inspect(compile(text).query!, readXml(tree)));

  it("a group has its keys and members, and is found by them", async () => {
    const { rows } = await (await seen("(//a)[group by @who]")).results({ from: 0, count: 9 });
    expect(rows.map(({ type, attributes, group }) => [type, attributes, group!.count])).toEqual([
      ["group", [{ name: "who", value: "x" }], 2],
      ["group", [{ name: "who", value: "y" }], 1],
    ]);
    expect(listed(rows, "/r/a[2]", "rank").map(({ rank }) => rank)).toEqual([2]);
    expect(markdownOf(rows[0]!)).toBe("1. who x (1.00)\n   - `/r/a[1]` (1.00)\n   - `/r/a[3]` (1.00)");
  });

  it("a record is a row of its fields", async () => {
    const view = await seen("(//a)[group by @who]/{ @who, total: sum(/a/@n), each: /a/{ @n } }");
    const { rows } = await view.results({ from: 0, count: 9 });
    const overview = await view.overview();
    expect(overview.fields).toEqual(["who", "total", "each"]);
    expect(rows.map(({ record }) => record!.slice(0, 2))).toEqual([
      ["x", 4],
      ["y", 5],
    ]);
    expect(csvOf(rows, overview)).toBe('who,total,each\r\nx,4,"[{""n"":1},{""n"":3}]"\r\ny,5,"[{""n"":5}]"\r\n');
    expect(markdownOf(rows[0]!, overview.fields)).toBe("1. who: x; total: 4; each: 2 records");
    expect(listed(rows, "5", "rank").map(({ rank }) => rank)).toEqual([2]);
  });

  it("a redacted view has none of their values", async () => {
    const view = redacted(await seen('(//a)[group by @who]/{ @who, secret: @who || "!", each: /a/{ @n, w: @who } }'));
    const text = JSON.stringify(await view.results({ from: 0, count: 9 }));
    expect(text).not.toMatch(/"x"|x!|"n":1/);
  });
});
