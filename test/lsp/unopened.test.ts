// @module-tag process
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompileResult, ExplainResult, RunOutcome, TextResult } from "@semantic-xpath/lsp";
import { beforeAll, describe, expect, it } from "vitest";
import { REQUESTS } from "../../packages/lsp/src/server/requests.js";
import { startClient } from "./client.js";
import { bundleServer } from "./serverBundle.js";

/** An editor that starts again asks about a file before it has told the server what is open. */
describe("the first request of a session, about a file that is not open", () => {
  let server: string;
  let uri: string;
  beforeAll(async () => {
    server = await bundleServer();
    const folder = mkdtempSync(join(tmpdir(), "sxp-unopened-"));
    writeFileSync(join(folder, "plan.xml"), '<Plan><POI name="Harbour"/><POI name="Museum"/></Plan>');
    writeFileSync(join(folder, "q.sxp"), 'import data "plan.xml";\ndeclare query q() := //POI[1];\n');
    uri = pathToFileURL(join(folder, "q.sxp")).href;
  });

  const first = async <T>(method: string): Promise<T> => {
    const client = await startClient(server);
    const answer = await client.connection.sendRequest<T>(method, { uri, name: "q" });
    await client.close();
    return answer;
  };

  it("runs it", async () => {
    const { problem, count } = await first<RunOutcome>(REQUESTS.run);
    expect([problem, count]).toEqual([null, 1]);
  });
  it("compiles it", async () => {
    const { queries } = await first<CompileResult>(REQUESTS.compile);
    expect(queries.map(({ name }) => name)).toEqual(["q"]);
  });
  it("explains it", async () => {
    const { problem, text } = await first<ExplainResult>(REQUESTS.explain);
    expect(problem).toBeNull();
    expect(text).toContain("POI");
  });
  it("writes a test of it", async () => {
    expect((await first<TextResult>(REQUESTS.test)).problem).toBeNull();
  });

  it("says so where there is none", async () => {
    uri = `${uri}.gone.sxp`;
    expect((await first<RunOutcome>(REQUESTS.run)).problem).toBe("There is no such file.");
  });
});
