import type { RunView } from "@semantic-xpath/inspect";
import { readTree, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryTree } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";
import { viewed } from "./support.js";

const tree = readXml(`
<Trip>
  <Stop minutes="45" city="Ottawa" name="Café Crème" lang="en">Coffee   and cake</Stop>
  <Stop minutes="60" city="Toronto" lang="en" id="s2"/>
  <Stop city="Ottawa" lang="en"><Note>Bring cash</Note><Note>Long ${"walk ".repeat(40)}</Note></Stop>
  <Empty/>
</Trip>`);
const view: RunView = await viewed(tree, "//Stop");
const idOf = async (path: string): Promise<number> => (await view.locate({ path }))!;

describe("labels", () => {
  it.each([
    ["/Trip/Stop[1]", "Stop[1]", "Café Crème · Coffee and cake · Ottawa · minutes 45 · en"],
    ["/Trip/Stop[2]", "Stop[2]", "s2 · Toronto · minutes 60 · en"],
    ["/Trip/Stop[3]", "Stop[3]", "Ottawa · en"],
    ["/Trip", "Trip", "3 Stop, 1 Empty"],
    ["/Trip/Empty", "Empty", ""],
  ])("%s", async (path, step, summary) => {
    const [label] = await view.labels({ nodes: [await idOf(path)] });
    expect(label).toMatchObject({ step, summary });
  });

  it("are cut to a line at the end of a word", async () => {
    const [label] = await view.labels({ nodes: [await idOf("/Trip/Stop[3]/Note[2]")] });
    expect(label!.summary).toMatch(/^Long (?:walk )+walk…$/);
    expect(label!.summary.length).toBeLessThanOrEqual(80);
  });

  it("come in the order asked for", async () => {
    const labels = await view.labels({ nodes: [5, 2, 5] });
    expect(labels.map(({ node }) => node)).toEqual([5, 2, 5]);
  });
});

describe("a node", () => {
  it("has everything that it says, the most telling first, and where it stands in its file", async () => {
    const details = await view.node({ node: await idOf("/Trip/Stop[1]") });
    expect(details).toMatchObject({
      path: "/Trip/Stop[1]",
      type: "Stop",
      text: "Coffee and cake",
      state: "result",
      weight: 1,
    });
    expect(details.attributes.map(({ name }) => name)).toEqual(["name", "city", "minutes", "lang"]);
    expect(details.source!.end).toBeGreaterThan(details.source!.start);
  });

  it("is refused where there is none", async () => {
    await expect(view.node({ node: 99 })).rejects.toThrow(RangeError);
    await expect(view.labels({ nodes: [0] })).rejects.toThrow(RangeError);
  });
});

describe("search", () => {
  it.each([
    ["cafe", ["/Trip/Stop[1]"]],
    ["CREME coffee", ["/Trip/Stop[1]"]],
    ["ottawa", ["/Trip/Stop[1]", "/Trip/Stop[3]"]],
    ["stop tor", ["/Trip/Stop[2]"]],
    ["cash", ["/Trip/Stop[3]/Note[1]"]],
    ["nothing of that", []],
    ["  ", []],
  ])("%s", async (text, paths) => {
    const { total, nodes } = await view.search({ text, limit: 10 });
    const found = await Promise.all(nodes.map(async (node) => (await view.node({ node })).path));
    expect(found).toEqual(paths);
    expect(total).toBe(paths.length);
  });

  it("tells how many there are beyond the limit", async () => {
    expect(await view.search({ text: "stop", limit: 1 })).toEqual({ total: 3, nodes: [2] });
  });
});

it("locates every node by its path, and an attribute's node", () =>
  fc.assert(
    fc.asyncProperty(arbitraryTree, async (plain) => {
      const given = readTree(plain);
      const of = await viewed(given, "//*");
      for (let node = 1; node <= given.size; node++)
        expect(await of.locate({ path: given.node(node).path })).toBe(node);
    }),
    { numRuns: runs(30) },
  ));

it.each([["/Trip/Stop"], ["/Trip/Nowhere"], ["no path"], ["/"], ['//Stop[node =~ "x"]'], ["//Stop[$n]"]])(
  "finds no one node at %s",
  async (path) => expect(await view.locate({ path })).toBeNull(),
);

it("finds the node of an attribute", async () =>
  expect(await view.locate({ path: "/Trip/Stop[2]/@city" })).toBe(await idOf("/Trip/Stop[2]")));

describe("what nodes say, one after the other", () => {
  it("is what each says alone, for every range", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), async (from, count) => {
        const contents = await view.contents({ from, count, characters: 10_000 });
        const first = Math.max(1, from);
        const last = Math.min(tree.size, first + count - 1);
        expect(contents.map(({ node }) => node)).toEqual(
          Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i),
        );
        for (const content of contents) expect(await view.node({ node: content.node })).toMatchObject(content);
      }),
      { numRuns: runs(50) },
    ));

  it("is cut to so many characters, and never inside a pair of surrogates", async () => {
    const faces = await viewed(readXml('<Root face="ab😀cd">😀😀</Root>'), "/Root");
    const [root] = await faces.contents({ from: 1, count: 1, characters: 3 });
    expect(root).toMatchObject({ attributes: [{ name: "face", value: "ab…" }], text: "😀…" });
  });
});
