import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EvalRun, RESULT_VERSION, type SuiteFile } from "@semantic-xpath/eval";
import { describe, expect, it } from "vitest";
import { tinyStaticFiles } from "../support/onnx/tinyModels.js";
import { put } from "../support/put.js";
import { type Answer, argumentsOf, folder, PLAN, repository, sxp, type World } from "./sxp.js";

const suite = (more: object = {}, of: object = {}): string =>
  JSON.stringify(
    {
      tree: "plan.xml",
      cases: [{ id: "two", request: "day two", query: "/Plan/Day[2]", include: ["/Plan/Day[2]"], ...of }],
      ...more,
    },
    null,
    1,
  );

const place = (files: Readonly<Record<string, string>> = {}): string =>
  folder({ "plan.xml": PLAN, "suite.json": suite(), "first.mjs": FIRST, ...files });

/** A retriever that hands over the first day, which is wrong. */
const FIRST = 'export default () => [{ sources: ["/Plan/Day[1]"], text: "one" }];\n';

const run = (cwd: string, line: string, world: World = {}): Promise<Answer> =>
  sxp(argumentsOf(`eval ${line}`), { ...world, cwd, env: { SXP_CACHE_DIR: join(cwd, "cache"), ...world.env } });

const FILES = "--json run.json --junit run.xml --report run.html";

describe("one verdict", () => {
  it.each<[string, string, 0 | 1]>([
    ["no gate", "-m gold", 0],
    ["a gate that is passed", "-m gold --min gold:pass=1 --max tokens=1000", 0],
    ["a figure below its bar", "-m gold -m first.mjs --min pass=0.5", 1],
    ["a figure above its bar", "-m gold --max tokens=1", 1],
    ["a figure that there is not", "-m gold --min recall@123=0", 1],
    ["a method that there is not", "-m gold --min flat:pass=0", 1],
  ])("%s", async (_, options, code) => {
    const cwd = place();
    const answer = await run(cwd, `suite.json ${options} ${FILES}`, {
      env: { GITHUB_STEP_SUMMARY: join(cwd, "step.md") },
    });
    expect([answer.code, answer.err]).toEqual([code, ""]);
    const [xml, page, step] = ["run.xml", "run.html", "step.md"].map((name) => readFileSync(join(cwd, name), "utf8"));
    const isFailed = code === 1;
    expect(/^## suite: failed/.test(answer.out)).toBe(isFailed);
    expect(step).toBe(answer.out);
    expect(xml!.includes("<failure ")).toBe(isFailed);
    expect(/<h1>suite: failed/.test(page!)).toBe(isFailed);
    const title = answer.out.split("\n")[0]!.slice(3);
    expect(page).toContain(`<h1>${title}</h1>`);
  });

  it("a case that must pass and does not ends with 1, and is a failure in JUnit's XML", async () => {
    const cwd = place({ "suite.json": suite({}, { must: true }) });
    const { code, out } = await run(cwd, "suite.json -m gold -m first.mjs --junit run.xml");
    expect([code, out.split("\n")[0]]).toEqual([1, "## suite: failed, 1 of 1 checks"]);
    expect(readFileSync(join(cwd, "run.xml"), "utf8")).toContain(
      '<failure message="The case two must pass under first.mjs',
    );
  });
});

describe("baselines", () => {
  it("a drop beyond what is allowed ends with 1, one within it with 0", async () => {
    const cwd = place();
    await run(cwd, "suite.json -m mine=gold --json before.json");
    const drop = (value: string) =>
      run(cwd, `suite.json -m mine=first.mjs --baseline before.json --max-drop pass=${value}`);
    expect((await drop("0.5")).code).toBe(1);
    expect((await drop("0.5")).out).toContain("pass of mine fell by 1 over 1 cases of both runs");
    expect((await drop("1 --report run.html --json after.json")).code).toBe(0);
    const page = readFileSync(join(cwd, "run.html"), "utf8");
    expect(page).toContain("<h2>1 results changed since the baseline</h2>");
    expect(page).toContain("<li>two (mine): right → wrong, ");
    // Figures that changed alike share a line.
    expect((await run(cwd, "compare before.json after.json")).out).toMatch(
      /^\| mine \| pass, recall, .*recall@250, .* \| −1\.000 /m,
    );
    const change = await run(cwd, "compare before.json before.json");
    expect([change.code, change.out]).toEqual([0, expect.stringContaining("No figure changed.")]);
  });

  it.each([
    ["gone.json", /can't read "gone.json"/],
    ["suite.json", /"suite.json" is no run of this version/],
    ["plan.xml", /"plan.xml" is no run of this version/],
    ["crafted.json", /"crafted.json" is no run of this version/],
  ])("%s is no baseline", async (name, message) => {
    const crafted = { version: RESULT_VERSION, suite: {}, methods: [], results: [{ id: 1 }], times: {} };
    const cwd = place({ "crafted.json": JSON.stringify(crafted) });
    const { code, err } = await run(cwd, `suite.json -m gold --baseline ${name} --max-drop pass=0`);
    expect([code, err]).toEqual([3, expect.stringMatching(message)]);
  });
});

describe("modules", () => {
  it("a function, and a method with build and ask, are methods with their labels", async () => {
    const method = `export default {
      id: "mine@1", name: "anything",
      build: async (source) => source.tree.size,
      ask: async (size, { request, query }) => ({ items: [{ sources: ["/Plan/Day[2]"], text: \`\${size} \${request} \${query}\` }] }),
    };`;
    const cwd = place({ "whole.mjs": method });
    const { code, err } = await run(cwd, "suite.json -m first.mjs -m second=first.mjs -m whole.mjs --json run.json");
    expect([code, err]).toEqual([0, ""]);
    const { methods, results } = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8")) as EvalRun;
    expect(methods.map(({ name }) => name)).toEqual(["first.mjs", "second", "whole.mjs"]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["wrong", "wrong", "right"]);
  });

  it("one that throws is a failed case: exit code 1, with the reason", async () => {
    const cwd = place({ "broken.mjs": 'export default () => { throw new Error("no answer"); };' });
    const { code, out } = await run(cwd, "suite.json -m broken.mjs");
    expect(code).toBe(1);
    expect(out).toContain("- two: no answer");
  });

  it.each([
    ["gone.mjs", 3, "there is no such file"],
    ["syntax.mjs", 3, `can't use "syntax.mjs"`],
    ["number.mjs", 2, "neither a function nor a method"],
  ])("%s", async (name, code, message) => {
    const cwd = place({ "syntax.mjs": "export default (", "number.mjs": "export default 3;" });
    const answer = await run(cwd, `suite.json -m ${name}`);
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe("flat retrieval with embeddings", () => {
  it("is a method by the name of a model or a folder, beside others", async () => {
    const cwd = place();
    for (const [path, content] of Object.entries(tinyStaticFiles())) put(join(cwd, "potion", path), content);
    const { code, err } = await run(cwd, "suite.json -m gold -m embeddings=flat:static:./potion --json run.json");
    expect([code, err]).toEqual([0, ""]);
    const { methods, results } = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8")) as EvalRun;
    expect(methods.map(({ name, skipped }) => [name, skipped])).toEqual([
      ["gold", {}],
      ["embeddings", {}],
    ]);
    const [, flat] = results;
    expect(flat).toMatchObject({ method: "embeddings", outcome: expect.stringMatching(/right|wrong/) });
    expect(flat!.answer!.count).toBeGreaterThan(1);
    expect(flat!.metrics["recall@equal"]).not.toBeNull();
  });

  it("says where there is no such model", async () => {
    const { code, err } = await run(place(), "suite.json -m flat:embedding:nope");
    expect([code, err]).toEqual([4, expect.stringContaining("there is no model folder")]);
  });
});

describe("what is not right is explained on the page", () => {
  it("a query by its trace, why its nodes are missing, and a command; a ranking by the places of right nodes", async () => {
    const answers = { version: 1, model: "m", answers: [{ request: "day two", text: "/Plan/Day[9]" }] };
    const cwd = place({ "answers.json": JSON.stringify(answers) });
    await run(cwd, "suite.json -m answers.json -m first.mjs --report run.html");
    const page = readFileSync(join(cwd, "run.html"), "utf8");
    expect(page).toContain("two, answers.json: wrong");
    expect(page).toContain("<blockquote>day two</blockquote>");
    expect(page).toContain("<p>Right</p><ul><li>/Plan/Day[2]</li></ul>");
    expect(page).toMatch(/Why not<\/p><ul><li>\/Plan\/Day\[2\]: /);
    expect(page).toMatch(/Trace<\/p><ul><li>/);
    expect(page).toContain("sxp run '/Plan/Day[9]' --data plan.xml");
    expect(page).toContain("/Plan/Day[2] is not handed over");
  });
});

describe("sxp eval init", () => {
  const SXP = `import data "plan.xml";
(: Which day is the
   second one? :)
declare query second() := /Plan/Day[2];
declare query days() := count(//Day);
declare query today() := string(current-dateTime());
declare query named($n as string) := //Day[@name = $n];
declare query tenth() := /Plan/Day[10];
declare query sizes() := //Day/{ @index, stops: count(/POI) };
declare query alike() := (//Day)[group by count(/POI) as stops];`;

  it("freezes what is found today, with the comments as requests; another result tomorrow is a wrong case", async () => {
    const cwd = place({ "saved.sxp": SXP });
    const { code, err } = await run(cwd, "init saved.sxp -o saved.eval.json");
    expect([code, err.split("\n")]).toEqual([
      0,
      [
        "named: left out, since it has parameters.",
        "tenth: finds nothing today, and the suite says that this is right.",
        "",
      ],
    ]);
    const { cases, now } = JSON.parse(readFileSync(join(cwd, "saved.eval.json"), "utf8")) as SuiteFile;
    expect(cases!.map(({ id, kind, request }) => [id, kind, request])).toEqual([
      ["second", "saved", "Which day is the second one?"],
      ["days", "saved", undefined],
      ["today", "saved", undefined],
      ["tenth", "saved", undefined],
      ["sizes", "saved", undefined],
      ["alike", "saved", undefined],
    ]);
    // A table is a value: of rows, or of groups with their members.
    expect(cases!.slice(-2).map(({ value }) => value)).toEqual([
      [
        { index: 1, stops: 2 },
        { index: 2, stops: 1 },
      ],
      [
        { stops: 2, members: ["/Plan/Day[1]"] },
        { stops: 1, members: ["/Plan/Day[2]"] },
      ],
    ]);
    expect(now).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect((await run(cwd, "saved.eval.json -m gold --min pass=1")).code).toBe(0);
    writeFileSync(join(cwd, "plan.xml"), PLAN.replace("</Plan>", "<Day/></Plan>"));
    const later = await run(cwd, "saved.eval.json -m gold --min pass=1");
    expect([later.code, later.err]).toEqual([1, ""]);
    expect(later.out).toContain("- days: the value is");
  });

  it.each([
    ["a file that does not parse", "declare query days := count(//Day);", 1, /^saved.sxp:1:\d+: error SXP1004/],
    [
      "a file without queries to measure",
      "declare query day($n as number) := //Day[$n];",
      2,
      /no query without parameters/,
    ],
  ])("writes no suite for %s", async (_, text, expected, message) => {
    const cwd = place({ "saved.sxp": `import data "plan.xml"; ${text}` });
    const { code, err } = await run(cwd, "init saved.sxp -o saved.eval.json");
    expect([code, err]).toEqual([expected, expect.stringMatching(message)]);
    expect(existsSync(join(cwd, "saved.eval.json"))).toBe(false);
  });
});

it("the key of a node of a memory names it, wherever a later version has it", async () => {
  const about = { id: "two", query: '//Day[@name = "Louvre"]', include: ["key:3"] };
  const cwd = place({
    "days.xml": '<Plan><Day name="Orsay"/><Day name="Louvre"/></Plan>',
    "suite.json": JSON.stringify({ memory: "trips", cases: [about] }),
  });
  const remember = async (line: string) => expect((await sxp(argumentsOf(`memory ${line}`), { cwd })).err).toBe("");
  await remember("init trips");
  await remember("create trips plan --data days.xml");
  const gate = () => run(cwd, "suite.json -m gold --min gold:pass=1");
  expect(await gate()).toMatchObject({ code: 0, err: "" });
  await remember(`update trips plan 'insert node <Day name="Arsenal"/> as first into /Plan'`);
  expect(await gate()).toMatchObject({ code: 0, err: "" });
  await remember(`update trips plan 'delete node //Day[@name = "Louvre"]'`);
  expect((await gate()).err).toContain('The reference "key:3" is the key of no node.');
});

describe("exit codes", () => {
  it.each([
    ["-m other", "--method is gold"],
    ["-m gold -m gold", "comes twice"],
    ["--budget 0", "--budget is whole numbers"],
    ["--top 1,x", "--top is whole numbers"],
    ["--min pass", "--min is METRIC=VALUE"],
    ["--max pass=high", "--max is METRIC=VALUE"],
    ["--max-drop pass=0", "baseline"],
    ["--seed -1", "--seed"],
  ])("2 for %s", async (options, message) => {
    const { code, err } = await run(place(), `suite.json ${options}`);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it("3 for a suite that is not there, and for a file that can't be written", async () => {
    const cwd = place();
    expect((await run(cwd, "gone.json")).code).toBe(3);
    expect((await run(cwd, "suite.json -m gold --json none/run.json")).code).toBe(3);
  });

  it("4 where a scorer fails, with the verdict still written", async () => {
    const query = '/Plan/Day[node =~ "art"]';
    const cwd = place({ "suite.json": suite({}, { query }), "scores.json": "{}" });
    const answer = await run(cwd, `suite.json -m gold --scorer recorded:scores.json ${FILES}`);
    expect(answer).toMatchObject({ code: 4, err: "" });
    expect(answer.out).toMatch(/^## suite: failed/);
    expect(existsSync(join(cwd, "run.html"))).toBe(true);
  });
});

describe("bad suites are diagnostics with places, and end with 1", () => {
  it.each<[string, string, RegExp]>([
    [
      "a path to nothing",
      suite({}, { include: ["/Plan/Day[9]"], query: undefined }),
      /^suite.json:\d+:\d+: error SXP5205/,
    ],
    ["no tree", suite({ tree: "gone.xml" }), /^suite.json:2:\d+: error SXP5203/],
    ["a check that is no query", suite({}, { checks: ["count("] }), /error SXP5207/],
    ["contradicting gold", suite({}, { exclude: ["/Plan/Day[2]"] }), /error SXP5206/],
    ["no JSON", "{", /^suite.json:1:\d+: error SXP5201/],
    ["a ring of imports", suite({ imports: ["suite.json"] }), /error SXP5204/],
  ])("%s", async (_, text, message) => {
    const { code, out, err } = await run(place({ "suite.json": text }), "suite.json -m gold");
    expect([code, out, err]).toEqual([1, "", expect.stringMatching(message)]);
  });

  it("a tree that does not parse", async () => {
    const cwd = place();
    writeFileSync(join(cwd, "plan.xml"), "<Plan><Day></Plan>");
    expect(await run(cwd, "suite.json")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^suite.json:2:\d+: error SXP5203/),
    });
  });
});

describe("convert", () => {
  const others = (names: string) =>
    names
      .split(" ")
      .map((name) => join(repository, "examples/eval/others", name))
      .join(" ");

  it.each([
    ["beir", "beir", 2],
    ["trec", "trec.qrels", 2],
    ["locomo", "locomo.json", 2],
    ["longmemeval", "longmemeval.json", 1],
    ["perltqa", "perltqa-memory.json perltqa-questions.json", 4],
    ["precisionmembench", "beliefs.json belief-cases.json", 2],
  ])("%s gives a suite that runs", async (format, files, cases) => {
    const cwd = place();
    const made = await run(cwd, `convert ${format} ${others(files)} -o made.json`);
    expect([made.code, made.out]).toEqual([0, ""]);
    expect((await run(cwd, "made.json -m bm25 --json run.json")).code).toBe(0);
    const { results } = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8")) as EvalRun;
    expect(results.map(({ outcome }) => outcome).filter((outcome) => outcome !== "failed")).toHaveLength(cases);
  });

  it("a run of TREC is a method, and a bad line of it is a diagnostic with its place", async () => {
    const cwd = place({ "bad.run": "q1 Q0 d1 1\n" });
    await run(cwd, `convert trec ${others("trec.qrels")} -o made.json`);
    const { code, out } = await run(cwd, `made.json -m theirs=${others("trec.run")} --min theirs:mrr=0.75`);
    expect([code, out.split("\n")[0]]).toEqual([0, "## trec: passed, 1 checks"]);
    const bad = await run(cwd, "made.json -m bad.run");
    expect([bad.code, bad.err]).toEqual([1, expect.stringMatching(/^bad.run:1:1: error SXP5209/)]);
  });

  it.each([
    ["convert other x.json", 2, "the format is beir, trec"],
    ["convert perltqa plan.xml", 2, "perltqa takes MEMORY QUESTIONS"],
    ["convert locomo gone.json", 3, `can't read "gone.json"`],
    ["convert locomo plan.xml", 1, "plan.xml:1:1: error SXP5209"],
    ["convert precisionmembench none.json none.json", 2, "say where with -o"],
  ])("%s ends with %i", async (line, code, message) => {
    const answer = await run(place({ "none.json": "[]" }), line);
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe("tokens of a model's own", () => {
  it("are counted by a module, which is a part of what is kept", async () => {
    const cwd = place({ "words.mjs": 'export default { id: "words", count: (text) => text.split(/\\s+/).length };' });
    const tokens = async (options: string) => {
      await run(cwd, `suite.json -m gold -m in-context ${options} --json run.json`);
      const { tokenizer, results } = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8")) as EvalRun;
      return [tokenizer.split(" ")[0], results[1]!.metrics.tokens! > 0, results[1]!.metrics.tokens];
    };
    const [plain, words] = [await tokens(""), await tokens("--tokenizer words.mjs")];
    expect([plain[0], words[0], plain[2] === words[2]]).toEqual(["characters/4", "words", false]);
  });

  it.each([
    ["gone.mjs", 3, "there is no such file"],
    ["first.mjs", 2, "is not { id, count(text) }"],
  ])("%s ends with %i", async (name, code, message) => {
    const answer = await run(place(), `suite.json -m gold --tokenizer ${name}`);
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe("recorded answers of a model", () => {
  const answers = (text: string) =>
    JSON.stringify({ version: 1, model: "made", answers: [{ request: "day two", text }] });

  it("are a method", async () => {
    const cwd = place({ "right.json": answers("/Plan/Day[2]"), "wrong.json": answers("/Plan/Day[1]") });
    const { code } = await run(cwd, "suite.json -m right.json -m wrong.json --json run.json");
    const { results } = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8")) as EvalRun;
    expect([code, ...results.map(({ outcome }) => outcome)]).toEqual([0, "right", "wrong"]);
  });

  it("are refused in another form, and a model has to be named", async () => {
    const cwd = place();
    expect(await run(cwd, "suite.json -m suite.json")).toMatchObject({
      code: 3,
      err: expect.stringContaining("holds no answers"),
    });
    expect(await run(cwd, "suite.json -m model")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--model URL#NAME"),
    });
  });
});
