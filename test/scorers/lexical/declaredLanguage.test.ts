import { parseSchema } from "@semantic-xpath/planner";
import { foldFields, readXml } from "@semantic-xpath/readers";
import { fusedScorer, lexicalScorer, loadLanguage } from "@semantic-xpath/scorers";
import type { Tree } from "@semantic-xpath/tree";
import { describe, expect, test } from "vitest";

const XML = "<List><Item>viele alte Häuser</Item><Item>ein Boot am See</Item></List>";
const schemaIn = (language?: string) =>
  parseSchema(
    JSON.stringify({
      version: 1,
      language,
      roots: ["List"],
      types: { List: { children: { Item: {} } }, Item: { text: true } },
    }),
  ).schema!;
const treeIn = (language?: string): Tree => foldFields(readXml(XML), schemaIn(language));
const TEXTS = ["viele alte Häuser", "ein Boot am See"];

describe("the language that a schema declares", () => {
  test("is that of a scorer without one", async () => {
    const asked = lexicalScorer({ language: await loadLanguage("de") }).forTree!(treeIn());
    const bound = lexicalScorer().forTree!(treeIn("german"));
    const scores = await bound.score(TEXTS, "Haus", {});
    expect(scores[0]).toBeGreaterThan(0.3);
    expect(scores).toEqual(await asked.score(TEXTS, "Haus", {}));
    expect(bound.id).toBe(asked.id);
    expect(bound.explain!(TEXTS[0]!, "Haus").score).toBe(scores[0]);
    const list = { texts: TEXTS };
    expect(await bound.scoreListed!(list, Int32Array.of(0, 1), "Haus", {})).toEqual(scores);
  });

  test("is not that of a scorer with one", async () => {
    const english = lexicalScorer({ language: await loadLanguage("en") });
    expect(english.forTree!(treeIn("de")).id).toBe(english.forTree!(treeIn()).id);
    const french = lexicalScorer({ language: await loadLanguage("fr") });
    expect(french.forTree!(treeIn("de")).id).toContain("french");
  });

  test("is nobody's where it is not declared, or English", () => {
    const scorer = lexicalScorer();
    expect(scorer.forTree!(treeIn("english")).id).toBe(scorer.forTree!(treeIn()).id);
  });

  test("reaches the parts of other scorers", async () => {
    const fused = fusedScorer([lexicalScorer()]).forTree!(treeIn("de"));
    expect((await fused.score(TEXTS, "Haus", {}))[0]).toBeGreaterThan(0.3);
  });

  test("leaves a tree as it is where a schema says nothing", () => {
    const tree = readXml(XML);
    expect(foldFields(tree, schemaIn())).toBe(tree);
    expect(foldFields(tree, schemaIn("de")).source.language).toBe("german");
  });
});
