import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheFolder } from "../../packages/cli/src/input/cache.js";
import type { Io } from "../../packages/cli/src/io.js";
import { type FakeHub, fakeHub } from "../scorers/node/models/support/hub.js";
import { onnxMissing } from "../support/onnx/modelFolders.js";
import { tinyModelFiles, tinyStaticFiles } from "../support/onnx/tinyModels.js";
import { type Answer, argumentsOf, sxp, type World } from "./sxp.js";

const missing = await onnxMissing();
const TOKEN = "hf_abcdefghijklmnopqrstuvwxyz";
const PLAN = "<Plan><Day name='art museum'/><Day name='the cat sat'/><Day name='running dogs'/></Plan>";
const PAIRS = [
  { text: "the cat", condition: "the cat", relevant: true },
  { text: "art museum", condition: "art museum", relevant: 1 },
  { text: "running", condition: "the cat", relevant: false },
  { text: "dogs", condition: "art museum", relevant: 0 },
];

const files = tinyModelFiles();
const quantized = { ...files, "onnx/model_quantized.onnx": files["onnx/model.onnx"]! };
const nli = tinyModelFiles({ 0: "contradiction", 1: "entailment", 2: "neutral" });
const labelled = tinyModelFiles({ 0: "LABEL_0" });
const reranker = {
  ...labelled,
  "config.json": JSON.stringify({
    ...JSON.parse(String(labelled["config.json"])),
    architectures: ["BertForSequenceClassification"],
  }),
};

let hub: FakeHub;
beforeAll(async () => {
  hub = await fakeHub(quantized);
});
afterAll(() => hub.close());

/** A folder with a model `my-model`, pairs and data, and a home for models of its own. */
function world(more: Partial<World> = {}): World & { readonly cwd: string; readonly home: string } {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-models-"));
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  };
  for (const [path, content] of Object.entries(files)) put(`my-model/${path}`, content);
  for (const [path, content] of Object.entries(nli)) put(`nli/${path}`, content);
  for (const [path, content] of Object.entries(reranker)) put(`reranker/${path}`, content);
  for (const [path, content] of Object.entries(tinyStaticFiles())) put(`potion/${path}`, content);
  put("pairs.json", JSON.stringify(PAIRS));
  put("pairs.jsonl", PAIRS.map((pair) => `${JSON.stringify(pair)}\n`).join(""));
  put("plan.xml", PLAN);
  const home = join(cwd, "home", "models");
  const env = {
    SXP_MODELS_DIR: home,
    SXP_CACHE_DIR: join(cwd, "cache"),
    HF_ENDPOINT: hub.url,
    ...more.env,
  };
  return { ...more, cwd, home, env };
}

const run = (line: string, where: World): Promise<Answer> => sxp(argumentsOf(line), where);

describe("sxp models", () => {
  it("pulls, lists and removes", async () => {
    const here = world();
    const pulled = await run("models pull owner/small-model@v1.0 --name small", here);
    expect(pulled).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^small: owner\/small-model@0123456789ab, \d+(\.\d)? KB\nUse it with --scorer embedding:small\n$/,
      ),
      err: expect.stringMatching(/^fetching owner\/small-model@v1\.0, \d+(\.\d)? KB\n$/),
    });
    const listed = await run("models list", here);
    expect(listed.out).toMatch(
      /^name {3}kind +size {2}from\nsmall {2}embedding {2}\d+(\.\d)? KB {2}owner\/small-model@0123456789ab\n$/,
    );
    expect(JSON.parse((await run("models list -f json", here)).out)).toMatchObject([
      { name: "small", kind: "embedding", source: { revision: "v1.0" }, weights: "onnx/model.onnx" },
    ]);
    expect((await run("models pull owner/small-model@v1.0 --name small", here)).out).toContain("was there already");
    expect(await run("models remove small", here)).toEqual({ code: 0, out: "", err: "removed small.\n" });
    expect((await run("models list", here)).err).toContain('There are no models in home/models. "sxp help models"');
    expect(existsSync(join(here.home, "small"))).toBe(false);
  });

  it("adds a folder that stays where it is, and forgets it", async () => {
    const here = world();
    expect((await run("models add ./my-model", here)).out).toMatch(/^my-model: my-model, .* KB\nUse it with --scorer /);
    expect((await run("models add nli", here)).out).toContain("--scorer entailment:nli");
    expect((await run("models list", here)).out).toMatch(/^my-model +embedding .* my-model\nnli +entailment /m);
    expect((await run("models remove my-model", here)).err).toBe("removed my-model. Its files stay in my-model.\n");
    expect(existsSync(join(here.cwd, "my-model/config.json"))).toBe(true);
  });

  it.each<[number, string, string]>([
    [2, "models", '"models" needs a second word: models list, models pull, models add'],
    [2, "models pull ../x", "names no model: write OWNER/NAME"],
    [2, "models pull foo", '"foo" names no model: write OWNER/NAME'],
    [2, "models pull owner/small-model --variant q4", 'no variant "q4". Choose one with --variant: default, quantized'],
    [2, "models pull owner/x --name ../y", "can't be the name of a model"],
    [2, "models remove nothing", 'there is no model "nothing"'],
    [2, "models bench nothing", "There are none yet"],
    [2, "models calibrate my-model", "add --pairs FILE"],
    [3, "models add plan.xml", "is no folder. A model is a folder with config.json"],
    [3, "models add .", "has no config.json and no tokenizer.json"],
  ])("exits with %i: sxp %s", async (code, line, message) => {
    const answer = await run(line, world());
    expect(answer.err).toContain(message);
    expect([answer.code, answer.out]).toEqual([code, ""]);
  });

  it("refuses links and a folder without a graph", async () => {
    const here = world();
    rmSync(join(here.cwd, "nli/onnx/model.onnx"));
    expect(await run("models add nli", here)).toMatchObject({
      code: 3,
      err: expect.stringContaining('has no file "onnx/model.onnx"'),
    });
    symlinkSync(join(here.cwd, "plan.xml"), join(here.cwd, "my-model/onnx/model.onnx_data"));
    expect(await run("models add my-model", here)).toMatchObject({
      code: 3,
      err: expect.stringContaining("is a link"),
    });
    expect((await run("models list", here)).out).toBe("");
  });

  it("never shows the token", async () => {
    hub.fault("list", { kind: "status", status: 401 });
    const { code, err } = await run("models pull owner/private", world({ env: { HF_TOKEN: TOKEN } }));
    expect([code, err]).toEqual([3, expect.stringContaining("HF_TOKEN")]);
    expect(err).not.toContain(TOKEN);
  });

  it("shows how far it is, on a terminal only, and says when it waits", async () => {
    hub.fault("onnx/model.onnx", { kind: "cut", after: 20_000 });
    const { err } = await run("models pull owner/small-model", world({ terminal: true, columns: 100 }));
    expect(err).toMatch(/\[2Kmodel\.onnx {2}█+[▏▎▍▌▋▊▉]? * {1,3}\d+ % {2}[\d.]+ KB of [\d.]+ KB/);
    expect(err).toContain("the connection was cut. Once more in");
    expect(err.endsWith("\r\u001b[2K")).toBe(true);
  });

  it("ends with 130 when it is interrupted", async () => {
    const signal = AbortSignal.abort();
    expect(await run("models pull owner/small-model", world({ signal }))).toMatchObject({ code: 130, err: "" });
  });
});

describe.skipIf(missing !== undefined)("sxp with a model", () => {
  it("scores with it, by name and by folder, and keeps the scores", async () => {
    const here = world();
    await run("models add my-model --name house", here);
    const query = `run '//Day[@name =~ "art museum"]' -d plan.xml --scorer`;
    const first = await run(`${query} embedding:house`, here);
    expect(first.err).toBe("");
    expect(first.out).toMatch(/ · embedding:house · .* · 1 call, 3 pairs, 0 cache hits\n/);
    expect(first.out).toMatch(/1\.00 {2}\/Plan\/Day\[1\]/);
    const second = await run(`${query} embedding:./my-model`, here);
    expect(second.out).toMatch(/ · 0 calls, 0 pairs, 3 cache hits\n/);
    expect(second.out.split("\n").slice(2)).toEqual(first.out.split("\n").slice(2));
    const third = await run(`${query} embedding:house --no-cache`, here);
    expect(third.out).toMatch(/ · 1 call, 3 pairs\n/);
    expect((await run("cache stats", here)).out).toMatch(/^cache\nscores: \d+ bytes\n.* on disk\nlast used 2/);
    expect(JSON.parse((await run("cache stats -f json", here)).out)).toMatchObject({
      kinds: [{ kind: "scores/1", entries: 1, damaged: 0 }],
    });
    expect((await run("cache clear", here)).out).toMatch(
      /^This would remove scores, .* in cache\. Add --yes to do it\.\n$/,
    );
    expect((await run("cache clear --yes", here)).out).toMatch(/^removed scores, /);
    expect((await run("cache stats", here)).out).toBe("cache\nempty\n");
  });

  it("scores with what a project's configuration names", async () => {
    const here = world();
    await run("models add my-model --name house", here);
    const scorers = {
      mine: { kind: "embedding", model: "house" },
      quick: { kind: "cascade", cheap: "lexical", expensive: "mine", cut: 0.1 },
    };
    mkdirSync(join(here.cwd, "inner"));
    writeFileSync(join(here.cwd, "sxp.config.json"), JSON.stringify({ scorers, defaultScorer: "mine" }));
    const query = `run '//Day[@name =~ "art museum"]' -d ../plan.xml`;
    const inside = { ...here, cwd: join(here.cwd, "inner") };
    expect((await run(query, inside)).out).toMatch(/ · mine · .* · 1 call, 3 pairs, 0 cache hits\n/);
    const quick = await run(`${query} --scorer quick`, inside);
    expect(quick.out).toMatch(/ · quick · .* 1 cache hit\napproximate: only pairs that lexical scores 0\.1 or\smore/);
    expect(JSON.parse((await run(`${query} --scorer quick -f json`, inside)).out).stats.approximation).toContain(
      "only pairs that lexical scores 0.1 or more",
    );
    const explained = await run(`explain '//Day[@name =~ "art"]' -d ../plan.xml --analyze --scorer mine`, inside);
    expect([explained.code, explained.err]).toEqual([0, ""]);
  });

  it.each(["pairs.json", "pairs.jsonl", "-"])("calibrates with %s", async (file) => {
    const here = world({ stdin: JSON.stringify(PAIRS) });
    await run("models add my-model", here);
    const { code, out, err } = await run(`models calibrate my-model --pairs ${file}`, here);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /^my-model: logistic, slope [\d.]+, intercept -?[\d.]+, from 4 pairs\nBrier score [\d.]+ as bare cosine/,
    );
    expect(out).toContain("written to my-model/sxp-calibration.json\n");
    const written = JSON.parse(readFileSync(join(here.cwd, "my-model/sxp-calibration.json"), "utf8"));
    expect(written).toEqual({ kind: "logistic", slope: expect.any(Number), intercept: expect.any(Number) });
    const scored = await run(
      `run '//Day[@name =~ "art museum"]' -d plan.xml -f json --scorer embedding:my-model`,
      here,
    );
    const best = JSON.parse(scored.out).matches[0];
    expect(best.weight).toBeCloseTo(1 / (1 + Math.exp(-(written.slope + written.intercept))), 3);
  });

  it.each<[string, string]>([
    ["[{]", "bad.json is not JSON"],
    ['{"text":"a","condition":"b","relevant":true}\n{"text":"a"}\n', "bad.json:2 is no object with text"],
    ['[{"text":"a","condition":"b","relevant":2}]', "bad.json: entry 1 is no object"],
    ['[{"text":"a","condition":"b","relevant":true}]', "some are relevant and some are not"],
    ["[]", "some are relevant and some are not"],
  ])("says what is wrong with pairs: %j", async (text, message) => {
    const here = world();
    await run("models add my-model", here);
    writeFileSync(join(here.cwd, "bad.json"), text);
    const { code, err } = await run("models calibrate my-model --pairs bad.json", here);
    expect(err).toContain(message);
    expect(code).toBe(3);
    expect(existsSync(join(here.cwd, "my-model/sxp-calibration.json"))).toBe(false);
  });

  it("does not calibrate probabilities", async () => {
    const here = world();
    await run("models add nli", here);
    expect((await run("models calibrate nli --pairs pairs.json", here)).err).toContain("which are not calibrated");
  });

  it("takes static models and re-rankers, each by its kind, alone and in a cascade", async () => {
    const here = world();
    const added = await Promise.all(["potion", "reranker"].map((name) => run(`models add ${name}`, here)));
    expect(added.map(({ out }) => /--scorer \S+/.exec(out)?.[0])).toEqual([
      "--scorer static:potion",
      "--scorer rerank:reranker",
    ]);
    const query = `run '//Day[@name =~ "art museum"]' -d plan.xml -f json --scorer`;
    const { matches } = JSON.parse((await run(`${query} static:potion`, here)).out);
    expect(matches[0]).toMatchObject({ weight: expect.closeTo(1, 5) });
    expect((await run(`${query} embedding:reranker`, here)).err).toMatch(/ is a re-ranker .* Use rerank:/);
    const both = {
      scorers: {
        two: { kind: "cascade", cheap: "static:potion", expensive: "rerank:reranker", cut: 0.5 },
        sure: { kind: "cascade", cheap: "lexical", expensive: "rerank:reranker", recall: 0.9, population: ["Day"] },
      },
    };
    writeFileSync(join(here.cwd, "sxp.config.json"), JSON.stringify(both));
    for (const [name, note] of [
      ["two", "approximate: only pairs that static scores 0.5 or more are scored"],
      ["sure", "approximate: recall ≥ 0.9 with 95 % confidence for each condition"],
    ] as const) {
      const { out, err } = await run(`${query} ${name}`, here);
      expect(err).toBe("");
      expect(JSON.parse(out).stats.approximation).toContain(note);
    }
  });

  it("measures", { tags: "slow" }, async () => {
    const here = world();
    await run("models add my-model --name house", here);
    await run("models add nli", here);
    const { out } = await run("models bench house", here);
    expect(out).toMatch(/^house: embedding, first score after \d+ ms\n\nbatch +texts\/s +ratio +pairs\/s +ratio\n/);
    expect(out).toMatch(/^ {4}1 +[\d.]+ +1\.0 +[\d.]+ +1\.0\n {4}8 +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+\n {3}32 /m);
    const { rows, kind } = JSON.parse((await run("models bench nli -f json", here)).out);
    expect(kind).toBe("entailment");
    expect(rows.map(({ batch, pairs }: { batch: number; pairs: null }) => [batch, pairs])).toEqual([
      [1, null],
      [8, null],
      [32, null],
      [128, null],
    ]);
  });
});

describe("a scorer that can't be had", () => {
  it.each<[number, string, string]>([
    [2, "lexicle", 'there is no scorer "lexicle". Did you mean "lexical"?'],
    [2, "embeding:x", "Did you mean"],
    [3, "recorded:nope.json", "there is no such file"],
    [4, "embedding:nope", "there is no model folder"],
  ])("exits with %i: %s", async (code, name, message) => {
    const answer = await run(`run '//Day[node =~ "x"]' -d plan.xml --scorer ${name}`, world());
    expect(answer.err).toContain(message);
    expect(answer.code).toBe(code);
  });

  it("shows mistakes of the configuration in their place", async () => {
    const here = world();
    writeFileSync(join(here.cwd, "sxp.config.json"), '{ "scorers": {\n  "a": { "kind": "embeding" } } }');
    const { code, err } = await run("run //Day -d plan.xml", here);
    expect([code, err]).toEqual([1, expect.stringContaining("sxp.config.json:2:")]);
  });

  it("keeps scores where the user does, whatever a project says", async () => {
    const here = world();
    const config = { cache: { directory: "theirs", maxBytes: 100 } };
    writeFileSync(join(here.cwd, "sxp.config.json"), JSON.stringify(config));
    const { code, err } = await run("run //Day -d plan.xml", here);
    expect([code, err]).toEqual([1, expect.stringContaining('"cache" has no property "directory".')]);
    expect(JSON.parse((await run("cache stats -f json", here)).out)).toMatchObject({
      directory: join(here.cwd, "cache"),
    });
    expect(cacheFolder({ env: { XDG_CACHE_HOME: "/user" } } as unknown as Io)).toBe(join("/user", "sxp"));
  });

  it("asks nothing of the network because a configuration says so", async () => {
    const here = world();
    const scorers = { a: { kind: "embedding", model: "owner/small-model" } };
    writeFileSync(join(here.cwd, "sxp.config.json"), JSON.stringify({ scorers, defaultScorer: "a" }));
    const before = hub.seen.length;
    expect((await run(`run '//Day[node =~ "x"]' -d plan.xml`, here)).code).toBe(4);
    expect(hub.seen.length).toBe(before);
  });
});
