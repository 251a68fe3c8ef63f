import {
  type Case,
  modelMethod,
  recordedMethod,
  recordedWriter,
  runSuite,
  writerInstructions,
  writerRequest,
} from "@semantic-xpath/eval";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { describe, expect, it } from "vitest";
import { opened, SUITE } from "../support.js";

const RECORDING = {
  version: 1 as const,
  model: "made",
  answers: [
    { request: "what is open?", text: '//Task[@status = "open"]' },
    { request: "which task costs more than 100?", text: "//Task[@cost > 10]" },
    { request: "tulips", text: "//Task[" },
    { request: "how many tasks are there?", text: " count(//Task)\n" },
    { request: "what about the roof?", text: "? Which one?" },
    {
      request: "that is done",
      earlier: ["what about the roof?"],
      text: 'replace value of node //Task[@title = "Repair the roof"]/@status with "done"',
    },
  ],
};
const cases = async (): Promise<readonly Case[]> => (await opened(SUITE)).suite!.cases;

describe("a model that writes the query", () => {
  it("its line is run as it is: a query, a value, an update, a question; what does not compile is asked about", async () => {
    const { suite } = await opened(SUITE);
    const method = modelMethod(recordedWriter(RECORDING), lexicalScorer());
    const { results } = await runSuite(suite!, { methods: [method as never] });
    expect(results.map(({ id, outcome, answer }) => [id, outcome, answer!.query ?? answer!.update])).toEqual([
      ["open", "right", '//Task[@status = "open"]'],
      ["dear", "wrong", "//Task[@cost > 10]"],
      ["flowers", "asked", "//Task["],
      ["count", "right", "count(//Task)"],
      ["talk.1", "asked", null],
      ["talk.2", "right", 'replace value of node //Task[@title = "Repair the roof"]/@status with "done"'],
    ]);
    expect(results.every(({ metrics }) => metrics.calls === 1 && metrics["model input"]! > 100)).toBe(true);
  });

  it("is told the schema and the request, and nothing of the data, of the kind, or of what is right", async () => {
    const [first] = await cases();
    if (first!.source.kind !== "tree") throw new Error("a tree");
    const told = `${writerInstructions(first!.source)}\n${writerRequest({ ...first!.question, query: null }, "2026-01-01")}`;
    expect(told).toContain("what is open?");
    for (const secret of ["Repair the roof", "Mow the lawn", "structural", "/List/Task[1]"])
      expect(told).not.toContain(secret);
  });

  it("a request that is not recorded is a failed case, and not a wrong one", async () => {
    const { suite } = await opened(SUITE);
    const method = modelMethod(recordedWriter({ ...RECORDING, answers: [] }), lexicalScorer());
    const { results } = await runSuite(suite!, { methods: [method as never] });
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["failed"]));
    expect(results[0]!.why).toBe('no answer is recorded for "what is open?"');
  });

  it("played from a file, only what is recorded is measured", async () => {
    const { suite } = await opened(SUITE);
    const some = { ...RECORDING, answers: RECORDING.answers.slice(0, 2) };
    const { results, methods } = await runSuite(suite!, { methods: [recordedMethod(some, lexicalScorer()) as never] });
    expect(results.map(({ id }) => id)).toEqual(["open", "dear"]);
    expect(methods[0]!.skipped).toEqual({ "no answer is recorded for the request": 4 });
  });

  it("other answers are another method to the cache", () => {
    const [one, two] = [RECORDING, { ...RECORDING, answers: [] }].map(
      (recording) => modelMethod(recordedWriter(recording), lexicalScorer()).id,
    );
    expect(one).not.toBe(two);
  });
});
