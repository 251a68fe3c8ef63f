import type { QUESTIONS } from "@semantic-xpath/studio/session";
import { expect, it } from "vitest";
import { reported } from "../../packages/studio/src/session/studioError.js";
import { answersTo } from "../support/distorted.js";
import { studio } from "./support/studio.js";

const inTask = { task: "trip", version: 1 };
/** What is written goes to a task that is not there, and is refused after its parameters were looked at. */
const atHead = { task: "nothing", branch: "main", ifVersion: 1 };
const turn = { conversation: "nothing", turn: "nothing" };

/** Parameters of each question, with all that it may have. */
const GIVEN: Readonly<Record<keyof typeof QUESTIONS, object>> = {
  state: {},
  send: { conversation: "nothing", request: "what?" },
  choose: { ...turn, choice: 0 },
  cancel: turn,
  retry: turn,
  rewrite: { ...turn, request: "what?" },
  conversation: { conversation: "nothing" },
  begin: { task: "nothing" },
  exportConversation: { conversation: "nothing" },
  view: { run: "nothing", method: "overview", params: {}, redacted: false },
  compare: { before: "nothing", after: "nothing", redacted: false },
  run: { query: "//POI[", task: "trip", version: 1, ticket: "t1" },
  replay: { query: "//POI[", ...inTask, count: 1 },
  replayStep: { query: "//POI[", ...inTask },
  forget: { run: "nothing" },
  browse: { task: "nothing", version: 1 },
  data: inTask,
  types: inTask,
  versions: { task: "trip", before: 1, count: 1 },
  facts: { task: "nothing", version: 1, filter: "all", count: 1 },
  recall: { task: "nothing", version: 1, question: "where?" },
  diff: { task: "trip", from: 1, to: 1 },
  update: { ...atHead, update: "delete node /*", dryRun: true },
  undo: { ...atHead, dryRun: true },
  restore: { ...atHead, version: 1 },
  branch: { task: "nothing", name: "b", from: 1 },
  merge: { task: "nothing", from: 1, branch: "main", head: 1, sides: { "/Plan": "ours" } },
  importFile: { name: "", text: "" },
};

it("each parameter of each question is looked at: what is taken in its place, and what is said of the rest", async () => {
  const { session } = studio();
  const lines: string[] = [];
  for (const [name, given] of Object.entries(GIVEN)) {
    const ask = async (params: unknown): Promise<string> => {
      const failure = await session.answer(name, params).then(
        () => null,
        (error: unknown) => reported(error) ?? { code: "fault", message: String(error) },
      );
      if (failure !== null && failure.code !== "fault" && failure.code !== "SXP5161") return "taken";
      return failure === null ? "taken" : `${failure.code} ${failure.message.replace(/^.* does not fit: /, "")}`;
    };
    expect(await ask(given)).toBe("taken");
    lines.push(name, ...(await answersTo(given, ask)));
  }
  expect(lines.filter((line) => line.includes("fault"))).toEqual([]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("transcripts/inputs.txt");
});
