import { expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { TreeBuilder } from "../../../packages/tree/src/builder.js";
import { nodeText } from "../../../packages/tree/src/text.js";
import type { Tree } from "../../../packages/tree/src/tree.js";

/** A day of POIs, each "name | description". */
function dayOf(...pois: string[]): Tree {
  const builder = new TreeBuilder({ format: "object", spans: false });
  builder.open("Day");
  for (const [index, poi] of pois.entries()) {
    builder.open("POI");
    builder.attribute("id", `p${index}`);
    builder.attribute("name", poi.split(" | ")[0]!);
    builder.addText(poi.split(" | ")[1]!);
    builder.close();
  }
  builder.close();
  return builder.finish();
}

const museums = dayOf(
  ...Array.from({ length: 50 }, (_, n) => `Museum ${n} | A museum of ${n === 7 ? "glass" : "art"}`),
);

test("a word that most nodes have weighs less than in English, one that few have more", async () => {
  const [glass, museum] = lexicalScorer().explain("", "glass museum").terms;
  const [glassHere, museumHere] = lexicalScorer().forTree(museums).explain("", "glass museum").terms;
  expect(museumHere!.weight).toBeLessThan(museum!.weight);
  expect(glassHere!.weight).toBeGreaterThan(glass!.weight);
  const texts = Array.from(museums.postings[museums.typeId("POI")]!, (node) => nodeText(museums, node));
  const scores = await lexicalScorer().forTree(museums).score(texts, "glass museum", {});
  expect(scores[7]).toBeGreaterThan(0.9);
  expect(scores[8]).toBeLessThan(0.65);
});

test("the more nodes a tree has, the more its own counts say", () => {
  const many = dayOf(
    ...Array.from({ length: 2000 }, (_, n) => `Museum ${n} | A museum of ${n === 7 ? "glass" : "art"}`),
  );
  const weights = [museums, many].map(
    (tree) => lexicalScorer().forTree(tree).explain("", "glass museum").terms[1]!.weight,
  );
  expect(weights[1]).toBeLessThan(weights[0]! / 2);
});

test("an edit is evidence only where no node has the word itself", () => {
  const scorer = lexicalScorer();
  expect(scorer.explain("grass", "glass").terms[0]).toMatchObject({ how: "fuzzy", matched: "grass" });
  expect(scorer.forTree(museums).explain("grass", "glass")).toMatchObject({ score: 0, terms: [{ how: "none" }] });
});

test("the id says which statistics", () => {
  const scorer = lexicalScorer();
  expect(scorer.forTree(museums)).toBe(scorer.forTree(museums));
  expect(scorer.forTree(museums).id).not.toBe(scorer.id);
  expect(scorer.forTree(dayOf("A | b", "B | c")).id).toBe(lexicalScorer().forTree(dayOf("A | b", "B | c")).id);
  expect(scorer.forTree(dayOf("A | b", "B | c")).id).not.toBe(scorer.forTree(dayOf("A | b", "B | d")).id);
});

test("an empty tree is no obstacle", async () => {
  const empty = lexicalScorer().forTree(new TreeBuilder({ format: "object", spans: false }).finish());
  expect((await empty.score(["a museum"], "museum", {}))[0]).toBeGreaterThan(0.9);
});

test("evidence names field and kind of match", () => {
  const { terms } = lexicalScorer().explain("POI\nname: Jazz Cellar\nid: 4\nLive bands", "POI cellars band id nothing");
  expect(terms.map(({ term, how, field, matched }) => [term, how, field, matched])).toEqual([
    ["poi", "exact", "type", "poi"],
    ["cellars", "stem", "@name", "cellar"],
    ["band", "stem", null, "bands"],
    ["id", "exact", "attribute name", "id"],
    ["nothing", "none", null, null],
  ]);
});

test.each([
  ["museum", "musuem", "fuzzy"],
  ["museum", "musum", "fuzzy"],
  ["museum", "mosuem", "none"],
  ["house", "mouse", "none"],
  ["planetarium", "plantearim", "fuzzy"],
  [`z${"k".repeat(63)}`, `z${"k".repeat(62)}t`, "fuzzy"],
  [`z${"k".repeat(64)}`, `z${"k".repeat(63)}t`, "none"],
])("a text with %s has for %s a word that is %s", (text, condition, how) => {
  expect(lexicalScorer().explain(text, condition).terms[0]!.how).toBe(how);
});
