import { readFileSync } from "node:fs";
import { openSuite, recordedMethod, runSuite, summarise, type WriterRecording } from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { describe, expect, it } from "vitest";
import { casesOf } from "./judge.js";

/** What a language model wrote that was given the prompt card and the requests, and nothing of the data or of what is right. */
const { model, answers } = JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as {
  model: string;
  answers: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
const CHANGES: readonly string[] = ["edit", "insert", "delete"];

it.each([
  ["queries", false, 0.95],
  ["updates", true, 0.9],
] as const)("%s that a model writes from the card are exact", async (_, isUpdate, least) => {
  let [right, all] = [0, 0];
  for (const name of Object.keys(answers)) {
    const cases = (await casesOf(name)).filter(({ kind }) => kind !== "ask" && CHANGES.includes(kind) === isUpdate);
    const written = cases.map(({ question: { request, earlier } }) => ({
      request: request!,
      earlier: earlier.map((turn) => turn.request),
      text: answers[name]![request!]!,
    }));
    const method = recordedMethod({ version: 1, model, answers: written }, lexicalScorer());
    const run = await runSuite({ name, cases, digest: "" }, { methods: [method] });
    const [summary] = summarise(run).methods;
    right += summary!.right;
    all += summary!.cases;
  }
  expect(all).toBe(isUpdate ? 47 : 185);
  expect(right / all, `${right} of ${all}`).toBeGreaterThanOrEqual(least);
});

describe.each(["itinerary", "todo", "mealplan"])("recorded answers about the %s", (domain) => {
  it("are right by sxp eval", { tags: "slow" }, async () => {
    const path = (name: string) => new URL(`../../../examples/requests/${domain}.${name}.json`, import.meta.url);
    const recording = JSON.parse(readFileSync(path("answers"), "utf8")) as WriterRecording;
    let [right, cases] = [0, 0];
    for (const part of ["strangers", "more"]) {
      const { suite } = await openSuite(path(part).pathname, nodeHost());
      const run = await runSuite(suite!, { methods: [recordedMethod(recording, lexicalScorer())] });
      const [summary] = summarise(run).methods;
      right += summary!.right;
      cases += summary!.cases;
    }
    expect(cases).toBe(30);
    expect(right, `${right} of ${cases}`).toBeGreaterThanOrEqual(27);
  });
});
