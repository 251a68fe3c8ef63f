// @module-tag process
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NODE_STATES, type RunOverview, type TreeShape } from "@semantic-xpath/inspect";
import { REQUESTS, type RunOutcome, type RunsResult, type ViewResult } from "@semantic-xpath/lsp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { apiServer, judge } from "../scorers/http/apiServer.js";
import { startClient } from "./client.js";
import { bundleServer } from "./serverBundle.js";

let serverFile: string;
beforeAll(async () => {
  serverFile = await bundleServer();
  // No test reaches the scores that a user keeps.
  vi.stubEnv("SXP_CACHE_DIR", mkdtempSync(join(tmpdir(), "sxp-lsp-cache-")));
});
afterAll(() => void vi.unstubAllEnvs());

describe("scorers of runs", () => {
  const TEXT = '<Plan><POI name="Harbour"/><POI name="Museum"/></Plan>';
  const QUERY = 'import data "plan.xml";\ndeclare query q() := //POI[@name =~ "x"];';
  const scores = (harbour: number) =>
    JSON.stringify({
      id: "mine",
      scores: [
        { condition: "x", text: "Harbour", score: harbour },
        { condition: "x", text: "Museum", score: 0.25 },
      ],
    });

  async function started(files: Readonly<Record<string, string>>, options: object = {}) {
    const folder = mkdtempSync(join(tmpdir(), "sxp-scorers-"));
    const at = (name: string) => pathToFileURL(join(folder, name)).href;
    for (const [name, text] of Object.entries({ "plan.xml": TEXT, "q.sxp": QUERY, ...files })) {
      writeFileSync(join(folder, name), text);
    }
    const own = await startClient(serverFile, {
      workspaceFolders: [{ uri: at("").replace(/\/$/, ""), name: "w" }],
      initializationOptions: options,
    });
    own.open(at("q.sxp"), files["q.sxp"] ?? QUERY);
    const run = (more: object = {}) =>
      own.connection.sendRequest<RunOutcome>(REQUESTS.run, { uri: at("q.sxp"), name: "q", ...more });
    return { folder, run, connection: own.connection, uri: at("q.sxp"), close: own.close };
  }

  it("come from the settings, and a changed recording is read again", async () => {
    const { folder, run, close } = await started({ "s.json": scores(0.5) }, { scorer: "recorded:s.json" });
    expect((await run()).matches.map(({ weight }) => weight)).toEqual([0.5, 0.25]);
    writeFileSync(join(folder, "s.json"), scores(0.125));
    expect((await run()).matches.map(({ weight }) => weight)).toEqual([0.25, 0.125]);
    expect((await run({ scorer: "lexical" })).scorer).toContain("lexical");
    expect((await run({ scorer: "recorded:none.json" })).problem).toContain("there is no such file");
    expect((await run({ scorer: "lexicle" })).problem).toContain('"lexicle"');
    await close();
  });

  it("are not asked, nor opened, for the data alone of a query that is stepped through", async () => {
    const { run, connection, close } = await started({});
    const {
      problem,
      scorerPairs,
      count,
      run: id,
    } = await run({ dataOnly: true, scorer: "recorded:none.json", limit: 0 });
    expect([problem, scorerPairs, count]).toEqual([null, 0, 0]);
    const view = async (method: string) =>
      (await connection.sendRequest<ViewResult>(REQUESTS.view, { run: id, method, params: {} })).answer;
    const overview = (await view("overview")) as RunOverview;
    const { text, span, operators, heat, causes } = overview;
    expect(text.slice(span.start, span.end)).toBe('//POI[@name =~ "x"]');
    expect([operators, heat, causes]).toEqual([[], [], []]);
    const { size, state } = (await view("tree")) as TreeShape;
    expect([...Buffer.from(state, "base64")]).toEqual(Array(size).fill(NODE_STATES.indexOf("unvisited")));
    await close();
  });

  it("come from a configuration, by name or as its default", async () => {
    const config = { scorers: { mine: { kind: "recorded", file: "s.json" } }, defaultScorer: "mine" };
    const { run, close } = await started({ "s.json": scores(0.5), "sxp.config.json": JSON.stringify(config) });
    expect((await run()).scorer).toBe("mine");
    expect((await run({ scorer: "mine" })).matches).toHaveLength(2);
    await close();
  });

  it("never send anything because of a configuration alone", async () => {
    const config = {
      scorers: { far: { kind: "openai", url: "http://127.0.0.1:9/v1", model: "m" } },
      defaultScorer: "far",
    };
    const { run, close } = await started({ "sxp.config.json": JSON.stringify(config) });
    expect((await run()).problem).toContain("unasked");
    expect((await run({ scorer: "lexical" })).problem).toBeNull();
    await close();
  });

  it("are not asked where the workspace is not trusted", async () => {
    const { run, close } = await started({ "s.json": scores(0.5) }, { scorer: "recorded:s.json", trusted: false });
    expect((await run()).problem).toContain("not trusted");
    await close();
  });

  it("of a server are asked when they are named, and not again for what they said", async () => {
    const { url, seen } = await apiServer(judge);
    const config = { scorers: { judge: { kind: "chat", url, model: "m" } }, defaultScorer: "judge" };
    const plan = '<Plan><POI name="Harbour 0.25"/><POI name="Museum 0.75"/></Plan>';
    const { run, close } = await started({ "plan.xml": plan, "sxp.config.json": JSON.stringify(config) });
    expect((await run()).problem).toContain("unasked");
    expect(seen).toEqual([]);
    const named = await run({ scorer: "judge" });
    expect(named.matches.map(({ weight }) => weight)).toEqual([0.75, 0.25]);
    const asked = seen.length;
    expect(asked).toBeGreaterThan(0);
    expect((await run({ scorer: "judge", limit: 1 })).matches).toHaveLength(1);
    expect(seen).toHaveLength(asked);
    await close();
  });

  it.each([
    ["change", { node: 2 }],
    ["nearest", {}],
  ])("is no longer asked when the question for %s is cancelled", async (method, params) => {
    const source = new CancellationTokenSource();
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const { url, seen } = await apiServer((_, response) => {
      response.on("close", leave);
      source.cancel();
    });
    // No text, so the run asks nothing; the change asks of the whole node.
    const module = 'import data "plan.xml";\ndeclare query q() := //POI[text() =~ "museum"];\n';
    const plan = '<Plan><POI name="Museum"/></Plan>';
    const { connection, run, close } = await started(
      { "plan.xml": plan, "q.sxp": module },
      { scorer: `chat:${url}#m` },
    );
    const { run: id } = await run();
    expect(seen).toEqual([]);
    const asked = connection.sendRequest(REQUESTS.view, { run: id, method, params }, source.token);
    await expect(asked).rejects.toMatchObject({ code: -32800 });
    await left;
    expect(seen).toHaveLength(1);
    await close();
  });

  it("may be slow: a cancelled run is answered at once and not kept", async () => {
    const source = new CancellationTokenSource();
    // The server is asked, and never answers.
    const { url } = await apiServer(() => source.cancel());
    const { connection, uri, close } = await started({}, { scorer: `chat:${url}#m` });
    const running = connection.sendRequest(REQUESTS.run, { uri, name: "q" }, source.token);
    await expect(running).rejects.toMatchObject({ code: -32800 });
    expect((await connection.sendRequest<RunsResult>(REQUESTS.runs)).runs).toEqual([]);
    await close();
  });
});
