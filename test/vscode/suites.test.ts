import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EvalRun } from "@semantic-xpath/eval";
import { lexicalScorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { evaluateCases, suiteCases } from "../../packages/vscode-extension/src/testing/evaluate.js";
import { type EvaluateResult, SUITE_REQUESTS } from "../../packages/vscode-extension/src/testing/requests.js";
import { answerSuites } from "../../packages/vscode-extension/src/testing/suiteServer.js";
import { repository, sxp } from "../cli/sxp.js";

const { signal } = new AbortController();
const evaluate = (path: string, cases: readonly string[] | null = null) =>
  evaluateCases({ uri: pathToFileURL(path).href, cases }, lexicalScorer(), signal);
const example = (name: string): string => join(repository, "examples/eval", name);

const XML = '<Trip><Stop name="Museum"/><Stop name="Harbour walk"/></Trip>';
/** A suite of its own, beside its data. */
function suite(cases: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-suite-"));
  writeFileSync(join(folder, "trip.xml"), XML);
  const path = join(folder, "trip.eval.json");
  // As `sxp eval init` writes them: that the data has changed is no error of the suite.
  const saved = cases.map((one) => ({ kind: "saved", ...one }));
  writeFileSync(path, JSON.stringify({ version: 1, tree: "trip.xml", cases: saved }, null, 2));
  return path;
}

describe("the cases of a suite", () => {
  it("are found with their places, and no data is read for that", () => {
    const text =
      '{\n  "version": 1,\n  "tree": "none.xml",\n  "cases": [\n    { "id": "a", "query": "//Stop", "value": 2 }\n  ]\n}\n';
    expect(suiteCases("file:///a.eval.json", text)).toEqual({
      problem: null,
      cases: [
        { id: "a", asks: "//Stop", range: { start: { line: 4, character: 12 }, end: { line: 4, character: 15 } } },
      ],
    });
  });
  it("of a file that is none say why", () => {
    expect(suiteCases("file:///a.eval.json", "{").problem).toBeTruthy();
    expect(suiteCases("file:///a.eval.json", '{ "version": 1, "case": [] }').problem).toContain("case");
  });
});

describe("a server", () => {
  /** Answers of the server to requests about suites, with these settings. */
  function served(settings: { readonly trusted: boolean; readonly scorer: string | null }) {
    const handlers = new Map<string, (params: unknown, token: unknown) => Promise<EvaluateResult>>();
    const opened: unknown[] = [];
    answerSuites({
      connection: { onRequest: (name: string, handler: never) => handlers.set(name, handler) },
      service: { settings: () => settings },
      files: { known: async () => undefined, readText: () => null },
      scorers: {
        open: async (spec: string | null) => {
          opened.push(spec);
          return spec === null
            ? { problem: null, scorer: lexicalScorer(), name: "lexical", budget: {} }
            : { problem: `There is no scorer "${spec}".` };
        },
      },
    } as never);
    const token = { onCancellationRequested: () => undefined };
    return { opened, ask: (name: string, params: object) => handlers.get(name)!(params, token) };
  }
  const path = () => suite([{ id: "a", query: "//Stop", include: ["/Trip/Stop[1]", "/Trip/Stop[2]"] }]);
  const params = () => ({ uri: pathToFileURL(path()).href, cases: null });

  it("runs cases with the scorer of the settings", async () => {
    const { ask } = served({ trusted: true, scorer: null });
    expect((await ask(SUITE_REQUESTS.evaluate, params())).results).toMatchObject([{ id: "a", outcome: "right" }]);
    const wrong = await served({ trusted: true, scorer: "none" }).ask(SUITE_REQUESTS.evaluate, params());
    expect(wrong).toEqual({ problem: 'There is no scorer "none".', at: null, results: [] });
  });
  it("runs nothing where the workspace is not trusted, or the file is on no disk", async () => {
    const { ask, opened } = served({ trusted: false, scorer: null });
    expect((await ask(SUITE_REQUESTS.evaluate, params())).problem).toContain("not trusted");
    expect(opened).toEqual([]);
    const other = { uri: "vscode-vfs://host/a.eval.json", cases: null };
    expect((await served({ trusted: true, scorer: null }).ask(SUITE_REQUESTS.evaluate, other)).problem).toContain(
      "disk",
    );
  });
  it("says of a file that is not there that it can't be read", async () => {
    const { ask } = served({ trusted: true, scorer: null });
    expect(await ask(SUITE_REQUESTS.cases, { uri: "file:///none" })).toMatchObject({ cases: [] });
  });
});

describe("the results of cases", () => {
  it.each(["itinerary.json", "todo.json"])("of %s are those of sxp eval", { tags: "slow" }, async (name) => {
    const json = join(mkdtempSync(join(tmpdir(), "sxp-eval-")), "run.json");
    const options = ["--method", "gold", "--method", "english", "--scorer", "lexical", "--no-cache"];
    await sxp(["eval", example(name), ...options, "--json", json]);
    const { results } = JSON.parse(readFileSync(json, "utf8")) as EvalRun;
    const own = await evaluate(example(name));
    expect(own.problem).toBeNull();
    expect(own.results.length).toBeGreaterThan(20);
    for (const { id, method, outcome, why } of own.results) {
      if (outcome === "skipped") continue;
      const theirs = results.find((one) => one.id === id && one.method.startsWith(method));
      expect({ id, outcome, why }).toEqual({ id, outcome: theirs?.outcome, why: theirs?.why });
    }
  });

  it("have the nodes that are right and that came, and why one is missing", async () => {
    const path = suite([
      { id: "right", query: "//Stop", include: ["/Trip/Stop[1]", "/Trip/Stop[2]"] },
      { id: "wrong", query: '//Stop[@name = "Museum"]', include: ["/Trip/Stop[2]"] },
      { id: "value", query: "count(//Stop)", value: 3 },
    ]);
    const { results } = await evaluate(path);
    expect(results).toMatchObject([
      { id: "right", outcome: "right", why: null, missing: null },
      {
        id: "wrong",
        method: "gold",
        outcome: "wrong",
        expected: "/Trip/Stop[2]",
        actual: "/Trip/Stop[1]",
        whyNot: [expect.stringContaining("/Trip/Stop[2]")],
        missing: { data: "trip.xml", schema: null, query: '//Stop[@name = "Museum"]', path: "/Trip/Stop[2]" },
      },
      { id: "value", outcome: "wrong", expected: "3", actual: "2" },
    ]);
  });

  it("are of the cases that were chosen", async () => {
    const path = suite([
      { id: "a", query: "//Stop", include: ["/Trip/Stop[1]"] },
      { id: "b", query: "//Stop", include: ["/Trip/Stop[1]"] },
    ]);
    expect((await evaluate(path, ["b"])).results.map(({ id }) => id)).toEqual(["b"]);
  });

  it("of a suite with an error are its place", async () => {
    const path = suite([{ id: "a", query: "//Stop[", include: ["/Trip/Stop[1]"] }]);
    const { problem, at, results } = await evaluate(path);
    expect(problem).toBeTruthy();
    expect(at).toMatchObject({ uri: pathToFileURL(path).href, position: { line: expect.any(Number) } });
    expect(results).toEqual([]);
  });

  it("end when they are cancelled", async () => {
    const cancelled = AbortSignal.abort();
    const params = { uri: pathToFileURL(suite([{ id: "a", query: "//Stop", value: 2 }])).href, cases: null };
    await expect(evaluateCases(params, lexicalScorer(), cancelled)).rejects.toThrow();
  });
});
