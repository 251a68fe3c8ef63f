import { compareRuns, Inspection, type RunView, redacted, redactedComparison, viewOf } from "@semantic-xpath/inspect";
import { RunError, readTree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { observePlan } from "../../../packages/runtime/src/runPlan.js";
import type { PlainNode } from "../../reference/arbitraryCase.js";
import { arbitraryCase, RUNS } from "../../runtime/trace/tracedCase.js";
import { isLong } from "../../support/runs.js";
import { inspected, viewed } from "./support.js";

/** The same tree with a word of its own in every value. */
function marked(tree: { root: { toJSON(): object } | null }): { plain: PlainNode; markers: string[] } {
  const markers: string[] = [];
  const mark = (value: string): string => {
    const marker = `secret${markers.length}x`;
    markers.push(marker);
    return `${value} ${marker}`.trim();
  };
  const copy = ({ type, attributes, text, children = [] }: PlainNode): PlainNode => ({
    type,
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, mark(value)])),
    ...(text === undefined ? {} : { text: mark(text) }),
    children: children.map(copy),
  });
  return { plain: copy(tree.root!.toJSON() as PlainNode), markers };
}

/** Every answer that a view can give about a small tree; of nodes about one in `step`. */
async function answersOf(view: RunView, size: number, step = 1): Promise<unknown[]> {
  const page = { from: 0, count: 1000 };
  const overview = await view.overview();
  const nodes = Array.from({ length: size }, (_, i) => i + 1);
  const each = async (node: number): Promise<unknown[]> => [
    await view.node({ node }),
    await view.why({ node }),
    await view.whyNot({ node }),
    await view.change({ node }),
  ];
  const lists = overview.operators.map(async ({ id: operatorId }) => [
    await view.dropped({ operatorId, ...page }),
    await view.reasons({ operatorId }),
    await view.scores({ operatorId, ...page }),
  ]);
  return [
    overview,
    await view.results(page),
    await view.cut(page),
    await Promise.all(lists),
    await view.tree(),
    await view.labels({ nodes }),
    await view.contents({ from: 1, count: 1000, characters: 1000 }),
    await Promise.all(nodes.filter((node) => node % step === 0).map(each)),
    await view.nearest(),
    await view.search({ text: "A", limit: 100 }),
    await view.mermaid({ times: true }),
    await view.document(),
  ];
}

it("no answer has a word of the data, whatever is asked", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ tree, query, options, text }) => {
      const { plain, markers } = marked(tree as never);
      // With other words a text may be no number any more: then the run ends with its error.
      const observation = await observePlan(query, readTree(plain), options).catch((error: RunError) => error);
      fc.pre(!(observation instanceof RunError));
      const inspection = new Inspection(observation);
      const answers = JSON.stringify(
        await answersOf(redacted(viewOf(inspection)), inspection.tree.size, isLong ? 1 : 4),
      );
      expect(
        markers.filter((marker) => answers.includes(marker)),
        `${text}: ${excerpt(answers, "secret")}`,
      ).toEqual([]);
    }),
    { numRuns: Math.ceil(RUNS / (isLong ? 8 : 20)) },
  ));

const excerpt = (text: string, word: string): string => {
  const at = text.indexOf(word);
  return at < 0 ? "" : text.slice(Math.max(0, at - 200), at + 60);
};

const DATA = '<Plan><Day city="Ottawa"><Stop name="Grandma">sun=0.9 at home</Stop></Day><Day city="Toronto"/></Plan>';

describe("a redacted view", () => {
  it("keeps types, paths, weights and the query", async () => {
    const view = redacted(await viewed(DATA, '//Stop[node =~ "sun"]'));
    const { rows } = await view.results({ from: 0, count: 9 });
    expect(rows[0]).toMatchObject({
      path: "/Plan/Day[1]/Stop",
      type: "Stop",
      attributes: [{ name: "name", value: "███████" }],
      text: "███████ ██ ████",
    });
    const { rows: scores } = await view.scores({ operatorId: 4, from: 0, count: 1 });
    const all = await Promise.all(
      (await view.overview()).operators.map(({ id }) => view.scores({ operatorId: id, from: 0, count: 1 })),
    );
    const [score] = [...scores, ...all.flatMap((page) => page.rows)];
    expect(score!.algebra.asked).toEqual({ condition: "sun", text: "████\n█████ ███████\n███████ ██ ████" });
  });

  it("hides what the view itself shows", async () => {
    const view = await viewed(DATA, '//Day[@city = "Otawa"]');
    const [shown, hidden] = [await answersOf(view, 4), await answersOf(redacted(view), 4)].map((all) =>
      JSON.stringify(all),
    );
    for (const word of ["Ottawa", "Toronto", "Grandma", "home"]) {
      expect(shown).toContain(word);
      expect(hidden).not.toContain(word);
    }
  });

  it("keeps the values that the query itself says", async () => {
    const view = redacted(await viewed(DATA, '//Day[@city = "Otawa"]'));
    const { causes } = await view.overview();
    expect(causes[0]).toMatchObject({
      message: '@city = "Otawa" does not hold for any of 2 nodes',
      advice: 'The nearest values: "██████".',
    });
  });

  it("hides numbers that are values, and keeps those that are measured", async () => {
    const data = '<Plan><Day year="1984" pin="4711">sun=0.9</Day><Day year="2001" pin="4712">sun=0.2</Day></Plan>';
    for (const query of [
      "//Day[@year > 2030]",
      '//Day[@pin = "17"]',
      "//Day[@year > 2030 or @pin < 9]",
      "//Day[not(@year < 2030)]",
    ]) {
      const answers = JSON.stringify(await answersOf(redacted(await viewed(data, query)), 3));
      // How long it took may have any digits.
      const told = answers.replaceAll(/illiseconds":[\d.e-]+/g, "");
      for (const value of ["1984", "2001", "4711", "4712"]) expect(told, query).not.toContain(value);
    }
    const view = redacted(await viewed(data, '//Day[node =~ "sun" >= 0.5]'));
    expect((await view.whyNot({ node: 3 }))!.message).toContain("is not >= 0.5");
    expect((await view.whyNot({ node: 3 }))!.measured).toMatchObject({ needed: 0.5 });
    expect((await view.change({ node: 3 }))!.message).toContain("threshold 0.5 →");
  });

  it("finds types alone", async () => {
    const view = redacted(await viewed(DATA, "//Stop"));
    expect(await view.search({ text: "grandma", limit: 9 })).toEqual({ total: 0, nodes: [] });
    expect(await view.search({ text: "STOP", limit: 9 })).toEqual({ total: 1, nodes: [3] });
  });

  it("has the same tree, chart and places", async () => {
    const view = await viewed(DATA, "//Stop");
    expect(await redacted(view).tree()).toEqual(await view.tree());
    expect(await redacted(view).mermaid()).toBe(await view.mermaid());
    expect(await redacted(view).locate({ path: "/Plan/Day[2]" })).toBe(4);
  });
});

it("a redacted comparison says nothing of the data", async () => {
  const comparison = compareRuns(
    await inspected(DATA, '//Day[@city = "Ottawa"]'),
    await inspected(DATA, '//Day[@city = "Toronto"]'),
  );
  const hidden = compareRuns(await inspected(DATA, "//Day"), await inspected(DATA, '//Day[@city = "Toronto"]'));
  expect(JSON.stringify(redactedComparison(comparison))).toBe(JSON.stringify(comparison));
  expect(JSON.stringify(redactedComparison(hidden))).not.toContain("Ottawa");
});
