import { expect, test } from "vitest";
import { stemOf } from "../../../packages/scorers/src/lexical/english.js";
import { relationsOf } from "../../../packages/scorers/src/lexical/thesaurus.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

test("a type that is only related to a word of the condition is no evidence", async () => {
  const [named, said] = await lexicalScorer().score(["Task\ntitle: Letters", "Note\ntitle: A task"], "waiting", {});
  expect(named).toBe(0);
  expect(said).toBeGreaterThan(0);
});

test.each([
  ["report", "summary"],
  ["mistake", "error"],
  ["lawyer", "attorney"],
])("%s and %s are other words for each other", (left, right) => {
  expect(relationsOf(stemOf(left)).get(stemOf(right))?.how).toBe("synonym");
});
