import { expect, it } from "vitest";
import { browserScorers } from "../../packages/lsp/src/server/browserScorers.js";

const RECORDED = '{ "x": { "Harbour": 0.5 } }';
const read = async (uri: string): Promise<string | null> => (uri === "vfs:/w/s.json" ? RECORDED : null);
const scorers = browserScorers({ read }, () => ["vfs:/w"]);
const open = (spec: string | null) => scorers.open(spec, "vfs:/w/deep/q.sxp");

it("knows words, and scores recorded in a file of the workspace", async () => {
  expect(await open(null)).toMatchObject({ problem: null, name: "lexical" });
  const recorded = await open("recorded:s.json");
  if (recorded.problem !== null) throw new Error(recorded.problem);
  expect([...(await recorded.scorer.score(["Harbour"], "x", {}))]).toEqual([0.5]);
});

it.each([
  ["embedding:minilm", 'there is no "embedding" scorer'],
  ["chat:https://host.example/v1#m", 'there is no "chat" scorer, only "lexical" and "recorded:FILE"'],
  ["recorded:none.json", 'no file "none.json"'],
])("%s is a plain problem, and no address is repeated", async (spec, problem) => {
  const opened = await open(spec);
  expect(opened.problem).toContain(problem);
  expect(opened.problem).not.toContain("host.example");
});
