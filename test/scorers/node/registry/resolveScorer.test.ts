import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { quoteList } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";
import { compile } from "../../../../packages/runtime/src/compile.js";
import { memoryCache } from "../../../../packages/scorers/src/cache.js";
import { type LoadedConfig, loadConfig } from "../../../../packages/scorers/src/node/config/config.js";
import { derivedScores } from "../../../../packages/scorers/src/node/derived/derivedScores.js";
import { userDerived } from "../../../../packages/scorers/src/node/derived/userDerived.js";
import { SCORER_FORMS } from "../../../../packages/scorers/src/node/kinds.js";
import { addModel } from "../../../../packages/scorers/src/node/models/add.js";
import { resolveScorer } from "../../../../packages/scorers/src/node/resolveScorer.js";
import { temporaryFolder } from "../../cache/bundle.js";
import { treeOf } from "../../fused/trees.js";
import { apiServer, embeddings, json, judge } from "../../http/apiServer.js";
import { modelFiles } from "../models/support/hub.js";

async function configOf(config: object, folder = temporaryFolder()): Promise<LoadedConfig> {
  await writeFile(join(folder, "sxp.config.json"), JSON.stringify(config));
  return (await loadConfig(folder))!;
}

const none = { config: null, folder: "/", cache: null };
const caught = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.unreachable("it should fail"),
    (error) => error,
  );

describe("without a configuration", () => {
  test("lexical is the default", async () => {
    expect((await resolveScorer(undefined, none)).id).toMatch(/^lexical/);
  });

  test("lexical reads texts with what is around them, or alone", async () => {
    const config = await configOf({ scorers: { alone: { kind: "lexical", context: "off" } } });
    const alone = await resolveScorer("lexical:context=off", none);
    expect([alone.readsContext, (await resolveScorer("lexical", none)).readsContext]).toEqual([false, true]);
    expect((await resolveScorer("alone", { ...none, config })).id).toBe(alone.id);
    await expect(resolveScorer("lexical:context=never", none)).rejects.toThrow("SXP4105");
  });
  test("lexical compares words of other languages", async () => {
    const german = await resolveScorer("lexical:de", none);
    expect(german.id).toMatch(/^lexical-.*\bgerman\b/);
    const config = await configOf({ scorers: { words: { kind: "lexical", language: "de-AT" } } });
    expect((await resolveScorer("words", { ...none, config })).id).toBe(german.id);
    expect((await resolveScorer("lexical:english", none)).id).toBe((await resolveScorer("lexical", none)).id);
    const unknown = await caught(resolveScorer("lexical:klingon", none));
    expect(unknown.message).toMatch(/There is no language "klingon"\. There are: english \(en\), /);
  });

  test("paths are seen from the folder", async () => {
    const folder = temporaryFolder();
    await mkdir(join(folder, "sub"));
    await writeFile(join(folder, "sub", "scores.json"), '{"x": {"a": 0.5}}');
    const scorer = await resolveScorer("recorded:sub/scores.json", { ...none, folder });
    expect(await scorer.score(["a"], "x", {})).toEqual(Float32Array.of(0.5));
  });

  test("servers, with the model behind the last #", async () => {
    const { url, seen } = await apiServer((one, response) =>
      one.path.endsWith("/embeddings") ? embeddings(one, response) : judge(one, response),
    );
    const openai = await resolveScorer(`openai:${url}#org/model:tag`, none);
    expect(await openai.score(["1"], "1", {})).toEqual(Float32Array.of(1));
    const chat = await resolveScorer(`chat:${url}#m`, none);
    expect(await chat.score(["0.5"], "x", {})).toEqual(Float32Array.of(0.5));
    expect(seen[0]!.body.model).toBe("org/model:tag");
    expect(seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test.each([
    ["lexcal", 'SXP4103: There is no scorer "lexcal". Did you mean "lexical"?'],
    [
      "whatever",
      `SXP4103: There is no scorer "whatever". It can be ${quoteList(
        SCORER_FORMS.map(({ form }) => form),
        SCORER_FORMS.length,
      )}.`,
    ],
    ["recorded:", 'SXP4105: The scorer "recorded:" can\'t be made: Write recorded:FILE.'],
    [
      "recorded:no.json",
      'SXP4105: The scorer "recorded:no.json" can\'t be made: "/no.json" can\'t be read: there is no such file.',
    ],
    ["chat:http://h/v1", 'SXP4105: The scorer "chat:…" can\'t be made: Write chat:URL#MODEL.'],
    [
      "openai:http://me:hunter2@h/v1#m",
      'SXP4105: The scorer "openai:…" can\'t be made: "url" has a name or password in it. Name an environment variable with "keyVariable" that holds the key.',
    ],
  ])("%s", async (spec, message) => {
    expect((await caught(resolveScorer(spec, none))).message).toBe(message);
  });

  test("a model folder that is not there", async () => {
    expect((await caught(resolveScorer("embedding:/no/model", none))).message).toMatch(
      /^SXP4105: The scorer "embedding:\/no\/model" can't be made: /,
    );
  });
});

describe("with a configuration", () => {
  test("names go first, paths are seen from its folder, parts are made once", async () => {
    const { url, seen } = await apiServer(embeddings);
    const config = await configOf({
      scorers: {
        past: { kind: "recorded", file: "scores.json", missing: 0 },
        vectors: { kind: "openai", url, model: "m", keyVariable: "K" },
        mix: { kind: "fused", of: ["past", "vectors", "again"], method: "max" },
        again: { kind: "fused", of: ["vectors", "lexical"] },
        fast: { kind: "cascade", cheap: "past", expensive: "mix", cut: 0.5 },
      },
      defaultScorer: "mix",
    });
    await writeFile(join(config.folder, "scores.json"), '{"1": {"0.5": 0.75}}');
    const options = { config, folder: "/elsewhere", cache: null, environment: { K: "secret-key" } };
    const scorer = await resolveScorer("mix", options);
    expect(await scorer.score(["0.5"], "1", {})).toEqual(Float32Array.of(0.75));
    // One condition and one text, although two parts ask for them.
    expect(seen.flatMap(({ body }) => body.input).sort()).toEqual(["0.5", "1"]);
    expect(seen[0]!.authorization).toBe("Bearer secret-key");
    const fast = await resolveScorer("fast", options);
    expect(fast.id).toMatch(/^cascade\(approximate cut=0.5: /);
    expect(fast.notes?.()).toContain("only pairs that recorded scores 0.5 or more");
    expect(JSON.stringify([scorer.id, fast.id])).not.toContain("secret-key");
  });

  test("a configuration with errors makes nothing", async () => {
    const config = await configOf({ scorers: { a: { kind: "lexical", k: 1 } } });
    expect((await caught(resolveScorer("lexical", { config, folder: "/" }))).message).toMatch(
      /^SXP4101: "scorers.a" has no property "k"/,
    );
  });

  test("an unknown name lists the known", async () => {
    const config = await configOf({ scorers: { minilm: { kind: "lexical" } } });
    expect((await caught(resolveScorer("minlm", { config, folder: "/" }))).message).toBe(
      'SXP4103: There is no scorer "minlm". Did you mean "minilm"?',
    );
  });

  test("settings that do not go together", async () => {
    const config = await configOf({
      scorers: {
        a: { kind: "fused", of: ["lexical"], weights: [1, 2] },
        b: { kind: "cascade", cheap: "lexical", expensive: "a" },
        c: { kind: "cascade", cheap: "lexical", expensive: "lexical", confidence: 0.9 },
        d: { kind: "cascade", cheap: "lexical", expensive: "lexical", recall: 0.9, cut: 0.1 },
        e: {
          kind: "cascade",
          cheap: "lexical",
          expensive: "lexical",
          recall: 0.9,
          precision: 0.8,
          population: ["POI"],
        },
      },
    });
    const of = (name: string) => caught(resolveScorer(name, { config, folder: "/", cache: null }));
    expect((await of("a")).message).toMatch(/^SXP4105: The scorer "a" can't be made: "weights" are as many/);
    expect((await of("b")).message).toMatch(/^SXP4105: The scorer "a" can't be made: "weights"/);
    expect((await of("c")).message).toContain('A cascade with targets has a "recall" or a "precision".');
    expect((await of("d")).message).toContain(
      'has either a "cut", or a "recall" or "precision" by which cuts are chosen',
    );
    const { id } = await resolveScorer("e", { config, folder: "/", cache: null });
    expect(id).toMatch(
      /^cascade\(approximate recall>=0\.9 precision>=0\.8 confidence=0\.95 relevant=0\.5 sample=1000 POI: /,
    );
  });
});

test("a model has its name in a form, in a configuration and as a part", async () => {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  for (const [path, content] of Object.entries(modelFiles())) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await addModel(folder, { home, name: "mine" });
  await rm(join(folder, "config.json"));
  const config = await configOf({
    scorers: {
      named: { kind: "embedding", model: "mine" },
      mix: { kind: "fused", of: ["lexical", "embedding:mine"] },
    },
  });
  const options = { config, folder: "/", cache: null, environment: { SXP_MODELS_DIR: home } };
  for (const spec of ["embedding:mine", "named", "mix"]) {
    const { message } = await caught(resolveScorer(spec, options));
    expect(message).toContain('the model folder has no file "config.json"');
  }
  const { message } = await caught(resolveScorer("embedding:./mine", options));
  expect(message).toContain('there is no model folder "/mine"');
});

describe("the cache", () => {
  test("expensive scores are kept for the next resolution", async () => {
    const { url, seen } = await apiServer(embeddings);
    const folder = temporaryFolder();
    const config = await configOf({ scorers: { v: { kind: "openai", url, model: "m" } } }, folder);
    const cache = () => ({ cache: derivedScores(userDerived({ directory: join(folder, "kept") })) });
    const { query } = compile('//Item[node =~ "0.5"]');
    const run = async () => {
      const scorer = await resolveScorer("v", { config, folder, ...cache() });
      return (await query!.run(treeOf(["0.25", "0.75"]), { scorer, limit: 1 })).matches.map(({ path, weight }) => [
        path,
        weight,
      ]);
    };
    const first = await run();
    const calls = seen.length;
    expect(calls).toBeGreaterThan(0);
    expect(await run()).toEqual(first);
    expect(seen.length).toBe(calls);
  });

  test("what failed is not kept, and no key is in the failure of a run", async () => {
    let isDown = true;
    const { url } = await apiServer((one, response) =>
      isDown ? json(response, { error: { message: `no ${one.authorization}` } }, 400) : embeddings(one, response),
    );
    const config = await configOf({ scorers: { v: { kind: "openai", url, model: "m", keyVariable: "K" } } });
    const scorer = await resolveScorer("v", {
      config,
      folder: "/",
      cache: memoryCache(),
      environment: { K: "secret-key" },
    });
    const { query } = compile('//Item[node =~ "1"]');
    const tree = treeOf(["1"]);
    const error = await caught(query!.run(tree, { scorer }));
    expect(error.message).toMatch(/SXP4001: The scorer .* answered 400 Bad Request: no …\.$/);
    isDown = false;
    const { matches, trace, stats } = await query!.run(tree, { scorer, trace: true });
    expect(matches.length).toBe(1);
    for (const shown of [error.stack, JSON.stringify(error), trace, stats])
      expect(JSON.stringify(shown)).not.toContain("secret-key");
  });
});
