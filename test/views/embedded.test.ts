import { type RunView, redacted } from "@semantic-xpath/inspect";
import { readXml, type Tree } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pack, unpack } from "../../packages/views/src/model/pack.js";
import { collect } from "../../packages/views/src/report/collect.js";
import { embeddedView } from "../../packages/views/src/report/embeddedView.js";
import { REPORT_LIMITS, type ReportLimits } from "../../packages/views/src/report/limits.js";
import { runs } from "../support/runs.js";
import { itinerary, keptRun, largeTree } from "./support/runs.js";

const MUSEUMS = '//POI[node =~ "museum" >= 0.3]';

/** A run that most tests look at, and what a page of it holds that explains no node: made once. */
let known: ReturnType<typeof keptRun> | undefined;
const museums = () => (known ??= keptRun("1", MUSEUMS, itinerary()));
let unexplained: Promise<RunView> | undefined;
const museumsUnexplained = (): Promise<RunView> =>
  (unexplained ??= museums().then(({ view }) => embedded(view, { explained: 0 })));

/** The view of a page that explains so many nodes. */
async function embedded(view: RunView, limits: Partial<ReportLimits> = {}): Promise<RunView> {
  const about = { isRedacted: false, comparison: null, command: null, at: 0 };
  return embeddedView(await collect(view, { ...REPORT_LIMITS, ...limits }, about));
}

const nodesOf = (tree: Tree): number[] => Array.from({ length: tree.size }, (_, i) => i + 1);

it("what is packed comes out as it was", () =>
  fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const said = JSON.parse(JSON.stringify(value)) as unknown;
      expect(await unpack(await pack(value))).toEqual(said);
    }),
    { numRuns: runs(50) },
  ));

describe("a page that explains no node", () => {
  it("says of every node what the run says, and finds it by its path", async () => {
    const tree = itinerary();
    const { view } = await museums();
    const page = await museumsUnexplained();
    const nodes = nodesOf(tree);
    expect(await page.labels({ nodes })).toEqual(await view.labels({ nodes }));
    for (const node of nodes) {
      const details = await view.node({ node });
      expect(await page.node({ node })).toEqual({ ...details, source: null });
      expect(await page.locate({ path: details.path })).toBe(node);
      await expect(page.whyNot({ node })).rejects.toThrow("This page does not hold the answer");
    }
  });

  it("finds what the run finds, whatever the words", async () => {
    const { view } = await museums();
    const page = await museumsUnexplained();
    const words = fc.constantFrom("museum", "MUSEE", "café", "day", "poi", "lake", "2026", "a", "é", "nowhere", " ");
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 3 }), fc.nat(9), async (said, limit) => {
        const request = { text: said.join(" "), limit };
        expect(await page.search(request)).toEqual(await view.search(request));
      }),
      { numRuns: runs(60) },
    );
  });

  it.each([
    ["/Itinerary[1]/Day[2]", "/Itinerary/Day[2]"],
    [" /Itinerary/Day[2]/POI[1]/@name ", "/Itinerary/Day[2]/POI[1]"],
    ["/Itinerary/*[3]", "/Itinerary/Day[3]"],
  ])("takes %s for %s", async (path, own) => {
    const { view } = await museums();
    const page = await museumsUnexplained();
    expect(await page.locate({ path })).toBe(await view.locate({ path: own }));
  });

  it.each(["", "/", "/Itinerary/Day", "/Itinerary/Day[99]", "//POI", "/Itinerary/Day[2", "museum"])(
    "finds nothing at %j",
    async (path) => {
      expect(await (await museumsUnexplained()).locate({ path })).toBeNull();
    },
  );

  it("knows nothing behind its last node", async () => {
    const { view } = await museums();
    const page = await embedded(view, { explained: 0, treeNodes: 10 });
    expect((await page.tree()).size).toBe(10);
    await expect(page.node({ node: 11 })).rejects.toThrow("This page does not hold the answer");
    expect((await page.search({ text: "poi", limit: 100 })).nodes.every((node) => node <= 10)).toBe(true);
  });
});

it("long texts of many nodes share the room there is", async () => {
  const notes = Array.from({ length: 400 }, (_, i) => `<Note name="n${i}">${"word ".repeat(400)}</Note>`);
  const { view } = await keptRun("1", "//Note", readXml(`<Root>${notes.join("")}</Root>`));
  const page = await embedded(view, { explained: 0, contents: 60_000 });
  const contents = await page.contents({ from: 1, count: 1_000, characters: 0 });
  expect(contents).toHaveLength(401);
  expect(JSON.stringify(contents).length).toBeLessThan(200_000);
  expect(contents.at(-1)!.text).toMatch(/^(?:word ){8,}.*…$/);
  expect(contents.at(-1)!.attributes).toEqual([{ name: "name", value: "n399" }]);
});

it("counts every reason of what was dropped, however few of it the page holds", async () => {
  const { view } = await keptRun("1", '//POI[node =~ "park"]', itinerary(), { limit: 5 });
  const page = await embedded(view, { dropped: 3 });
  const reasons = await view.reasons({ operatorId: 0 });
  expect(reasons.map(({ reason }) => reason).sort()).toEqual(["limit", "zero-weight"]);
  expect(await page.reasons({ operatorId: 0 })).toEqual(reasons);
  for (const { reason, count } of reasons) {
    const own = await view.cut({ from: 0, count: 1_000, reason });
    expect(own.total).toBe(count);
    expect(await page.cut({ from: 0, count: 100, reason })).toEqual({ total: 3, from: 0, rows: own.rows.slice(0, 3) });
  }
});

it("a redacted page finds types, and no word of the data", async () => {
  const { view } = await museums();
  const page = await embedded(redacted(view), { explained: 0 });
  expect(await page.search({ text: "ferry", limit: 10 })).toEqual({ total: 0, nodes: [] });
  expect((await page.search({ text: "restaurant", limit: 10 })).total).toBeGreaterThan(5);
});

it("asks for what 20 000 nodes say in few questions", { tags: "slow" }, async () => {
  const { view } = await keptRun("1", '//POI[contains(@name, "market")]', largeTree(20_000));
  const asked: string[] = [];
  const counting = new Proxy(view, {
    get: (target, name: keyof RunView) => {
      asked.push(name);
      return target[name];
    },
  });
  await embedded(counting, { explained: 10 });
  expect(asked.length).toBeLessThan(80);
});
