import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cachedScorer, memoryCache } from "../../packages/scorers/src/cache.js";
import { embeddingsApiScorer } from "../../packages/scorers/src/http/embeddings.js";
import { lexicalScorer } from "../../packages/scorers/src/lexical.js";
import { readConfig } from "../../packages/scorers/src/node/config/readConfig.js";
import { derivedScores } from "../../packages/scorers/src/node/derived/derivedScores.js";
import { userDerived } from "../../packages/scorers/src/node/derived/userDerived.js";
import { readForm } from "../../packages/scorers/src/node/kinds.js";
import { recordedScorer } from "../../packages/scorers/src/recorded.js";
import { TreeBuilder } from "../../packages/tree/src/builder.js";
import { nodeText } from "../../packages/tree/src/text.js";

/** The law: a name from data that every object has is a name like any other. */
describe.each(Object.getOwnPropertyNames(Object.prototype))("the name %s", (name) => {
  test("of an attribute: the score is that of another attribute's", async () => {
    const scoreWith = async (attribute: string) => {
      const builder = new TreeBuilder({ format: "object", spans: false });
      builder.open("Item");
      builder.attribute(attribute, "a museum");
      builder.close();
      const tree = builder.finish();
      return (
        await lexicalScorer()
          .forTree(tree)
          .score([nodeText(tree, 1)], "museum", {})
      )[0];
    };
    expect(await scoreWith(name)).toBe(await scoreWith("xyzzy"));
  });

  test("of a unit, in a text and in a condition", async () => {
    const [score] = await lexicalScorer().score([`Item\nsize: 5 ${name}\nIt has 5 ${name}`], `under 9 ${name}`, {});
    expect(score).toBeGreaterThan(0);
  });

  test("of a scorer, its kind, its option, a variable", async () => {
    expect(readForm(name)).toBe(null);
    const { config, diagnostics } = readConfig(`{ "scorers": { "${name}": { "kind": "lexical" } } }`);
    expect([Object.keys(config.scorers), diagnostics]).toEqual([[name], []]);
    for (const scorer of [`{ "kind": "${name}" }`, `{ "kind": "lexical", "${name}": 1 }`]) {
      expect(readConfig(`{ "scorers": { "a": ${scorer} } }`).diagnostics).toHaveLength(1);
    }
    const asking = embeddingsApiScorer({ url: "http://127.0.0.1:9/v1", model: "m", keyVariable: name });
    await expect(asking.score(["a"], "b", {})).rejects.toThrow(`the environment variable ${name}, which`);
  });

  test("of a text, a condition and a scorer, kept and recorded", async () => {
    const directory = mkdtempSync(join(tmpdir(), "sxp-names-"));
    const scorer = { id: name, cost: "expensive" as const, score: async () => Float32Array.of(0.25) };
    for (const cache of [memoryCache(), derivedScores(userDerived({ directory }))]) {
      expect(await cache.get(name, name, [name])).toEqual(Float32Array.of(Number.NaN));
      await cachedScorer(scorer, cache).score([name], name, {});
      expect(await cache.get(name, name, [name])).toEqual(Float32Array.of(0.25));
    }
    const recorded = recordedScorer(`{ "${name}": { "${name}": 0.5 } }`, { missing: 0 });
    expect(await recorded.score([name, "x"], name, {})).toEqual(Float32Array.of(0.5, 0));
  });
});
