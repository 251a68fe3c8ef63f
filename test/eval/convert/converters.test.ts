import { readFileSync } from "node:fs";
import {
  type Converted,
  convertBeir,
  convertLocomo,
  convertLongMemEval,
  convertPerLtqa,
  convertPrecisionMemBench,
  convertTrec,
  openSuite,
  type Suite,
} from "@semantic-xpath/eval";
import { describe, expect, it } from "vitest";
import { hostOf } from "../support.js";

const OTHERS = new URL("../../../examples/eval/others/", import.meta.url);
const example = (name: string) => ({ name, text: readFileSync(new URL(name, OTHERS), "utf8") });
const source = (text: string, name = "file") => ({ name, text });

/** The suite as a run opens it: what is right resolves to nodes and turns. */
async function opened({ suite, data }: Converted): Promise<Suite> {
  const files = { "suite.json": JSON.stringify(suite), "data.json": JSON.stringify(data) };
  const { suite: read, problems } = await openSuite("suite.json", hostOf(files));
  expect(problems.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
  return read!;
}

const rights = (suite: Suite) =>
  suite.cases.map(({ id, kind, cluster, golds: [gold] }) => [id, kind, cluster, gold!.references!.include]);
const says = ({ problems }: Converted) =>
  problems.map(({ text, diagnostic: { code, span, message } }) => [code, text.slice(span.start, span.end), message]);

describe("BEIR", () => {
  const [corpus, queries, qrels] = ["beir/corpus.jsonl", "beir/queries.jsonl", "beir/qrels/test.tsv"].map(example);
  const files = { corpus: corpus!, queries: queries!, qrels: qrels! };

  it("a document is a node, a query with a relevant one is a case, grades are kept", async () => {
    const converted = convertBeir(files);
    expect(says(converted)).toEqual([]);
    const suite = await opened(converted);
    expect(rights(suite)).toEqual([
      ["q1", "query", "q1", [["/Collection/Document[1]"]]],
      ["q2", "query", "q2", [["/Collection/Document[2]"], ["/Collection/Document[4]"]]],
    ]);
    expect([...suite.cases[1]!.golds[0]!.references!.grades.values()]).toEqual([1, 2]);
    expect(suite.cases[0]!.question.request).toBe("When is the lake frozen?");
  });

  it.each<[string, Partial<typeof files>, [string, string]]>([
    ["a line that is no JSON", { corpus: source('{"_id": "d1", "text": "x"}\n{"_id" 3}') }, ["SXP5209", "3"]],
    ["a document without a text", { corpus: source("{") }, ["SXP5209", "{"]],
    [
      "a document twice",
      { corpus: source('{"_id":"d1","text":"x"}\n{"_id":"d1","text":"y"}') },
      ["SXP5209", '{"_id":"d1","text":"y"}'],
    ],
    ["a line of two columns", { qrels: source("a\tb\tc\nq1\td1") }, ["SXP5209", "q1\td1"]],
    ["a grade that is none", { qrels: source("a\tb\tc\nq1\td1\thigh") }, ["SXP5209", "q1\td1\thigh"]],
    ["a query that is not there", { qrels: source("a\tb\tc\nq9\td1\t1") }, ["SXP5209", "q9\td1\t1"]],
  ])("%s is an error with its place", (_, more, place) => {
    const converted = convertBeir({ ...files, ...more });
    expect(converted.suite).toBeNull();
    expect(says(converted)[0]!.slice(0, 2)).toEqual(place);
  });

  it("a judgement of a document that is not there is left out", async () => {
    const converted = convertBeir({ ...files, qrels: source("a\tb\tc\nq1\td9\t1\nq1\td2\t1") });
    expect(says(converted)[0]!.slice(0, 2)).toEqual(["SXP5210", "q1\td9\t1"]);
    expect(rights(await opened(converted))).toEqual([["q1", "query", "q1", [["/Collection/Document[2]"]]]]);
  });
});

describe("TREC", () => {
  it("judgements alone: documents have names, and a case asks for that of its query", async () => {
    const suite = await opened(convertTrec({ qrels: example("trec.qrels") }));
    expect(rights(suite)).toEqual([
      ["q1", "query", "q1", [["/Collection/Document[1]"]]],
      ["q2", "query", "q2", [["/Collection/Document[2]"], ["/Collection/Document[3]"]]],
    ]);
    expect(suite.cases[0]!.question.request).toBe("q1");
  });

  it("with texts of queries and documents", async () => {
    const converted = convertTrec({
      qrels: example("trec.qrels"),
      queries: source("q1\twhen is it frozen?\nq2\tferries\n"),
      corpus: source('{"_id": "d1", "text": "x"}\n{"_id": "d2", "text": "y"}'),
    });
    expect(says(converted).map(([code, place]) => [code, place])).toEqual([["SXP5210", "q2 0 d4 2"]]);
    const suite = await opened(converted);
    expect(suite.cases.map(({ question }) => question.request)).toEqual(["when is it frozen?", "ferries"]);
  });

  it.each([
    ["q1 0 d1", "has to be query, iteration, document and grade"],
    ["q1 0 d1 1 2", "has to be query, iteration, document and grade"],
    ["q1 0 d1 x", "has the grade"],
  ])("%s is an error at its line", (line, problem) => {
    const { suite, problems } = convertTrec({ qrels: source(`q1 0 d2 1\n${line}\n`) });
    expect(suite).toBeNull();
    const { text, diagnostic } = problems[0]!;
    expect(text.slice(diagnostic.span.start, diagnostic.span.end)).toBe(line);
    expect(diagnostic.message).toContain(`"line 2" ${problem}`);
  });
});

describe("LoCoMo", () => {
  it("cited turns are right, captions are said, what cites nothing is left out", async () => {
    const converted = convertLocomo(example("locomo.json"));
    expect(says(converted)).toEqual([
      ["SXP5210", '["D4:9"]', '"[0].qa[2].evidence" is left out: the turn "D4:9" does not exist.'],
    ]);
    const suite = await opened(converted);
    expect(rights(suite)).toEqual([
      ["conv-1/q0", "single-hop", "conv-1", [["D1:1"]]],
      ["conv-1/q1", "multi-hop", "conv-1", [["D1:2"], ["D2:1"]]],
    ]);
    const { source: dialogue, question } = suite.cases[0]!;
    expect(
      dialogue.kind === "dialogue" && dialogue.sessions.map(({ date, turns }) => [date, turns.at(-1)!.text]),
    ).toEqual([
      ["2023-05-08", "Look at this! [image: a photo of a red kayak]"],
      ["2023-06-02", "The kayak is sold, I bought a canoe."],
    ]);
    expect(question.asOf).toBe("2023-06-02");
  });

  it.each([
    ["no JSON", "[{]", "]"],
    ["a question without evidence", '[{"sample_id":"a","conversation":{},"qa":[{"question":"x","category":1}]}]', "{"],
    ["no session", '[{"sample_id":"a","conversation":{},"qa":[]}]', "{}"],
    [
      "a date in another form",
      '[{"sample_id":"a","conversation":{"session_1":[{"speaker":"A","dia_id":"D1:1","text":"x"}],"session_1_date_time":"8/5/23"},"qa":[]}]',
      '"8/5/23"',
    ],
    [
      "a turn without a speaker",
      '[{"sample_id":"a","conversation":{"session_1":[{"dia_id":"D1:1","text":"x"}],"session_1_date_time":"1:56 pm on 8 May, 2023"},"qa":[]}]',
      "{",
    ],
  ])("%s is an error with its place", (_, text, place) => {
    const converted = convertLocomo(source(text));
    expect(converted.suite).toBeNull();
    expect(says(converted)[0]!.slice(0, 2)).toEqual(["SXP5209", place]);
  });
});

describe("LongMemEval", () => {
  it("a dialogue for each question, by date; marked turns are right, else any one of the session", async () => {
    const converted = convertLongMemEval(example("longmemeval.json"));
    expect(says(converted)).toEqual([]);
    const suite = await opened(converted);
    expect(rights(suite)).toEqual([["lm1/q", "knowledge-update", "lm1", [["s2:1"], ["s1:1"]]]]);
    const { source: dialogue, question, golds } = suite.cases[0]!;
    expect(dialogue.kind === "dialogue" && dialogue.sessions.map(({ id }) => id)).toEqual(["s1", "s2", "s3"]);
    expect([question.asOf, golds[0]!.value]).toEqual(["2023-06-30", "5"]);
  });

  it("sessions without a date, and a date in another form, are errors with their places", () => {
    const [instance] = JSON.parse(example("longmemeval.json").text) as [Record<string, unknown>];
    const withDates = (dates: string[]) =>
      convertLongMemEval(source(JSON.stringify([{ ...instance, haystack_dates: dates }])));
    expect(says(withDates(["2023/05/20"]))[0]![2]).toContain("has 3 sessions for 3 ids and 1 dates");
    const bad = withDates(["2023/05/20", "2023/13/40", "2023/05/20"]);
    expect([bad.suite, says(bad)[0]![1]]).toEqual([null, '"2023/13/40"']);
  });
});

describe("PerLTQA", () => {
  const files = { memory: example("perltqa-memory.json"), questions: example("perltqa-questions.json") };

  it("memories are nodes of their person, and what a question refers to is right", async () => {
    const converted = convertPerLtqa(files);
    expect(says(converted)).toEqual([
      [
        "SXP5210",
        '"Employer"',
        '"[0].Mara Lind.profile[1].Ref…e Memory" is left out: "Employer" is no memory of Mara Lind.',
      ],
    ]);
    expect(rights(await opened(converted)).map(([, kind, cluster, include]) => [kind, cluster, include])).toEqual([
      ["profile", "Mara Lind", [["/People/Person/Trait[2]"]]],
      ["social_relationship", "Mara Lind", [["/People/Person/Relation"]]],
      ["events", "Mara Lind", [["/People/Person/Event"]]],
      ["dialogues", "Mara Lind", [["/People/Person/Dialogue"]]],
    ]);
  });

  it("a question without words is an error with its place", () => {
    const questions = source('[{ "Mara Lind": { "profile": [{ "Reference Memory": "Age" }] } }]');
    expect(says(convertPerLtqa({ ...files, questions }))[0]!.slice(0, 2)).toEqual(["SXP5209", "{"]);
  });
});

describe("PrecisionMemBench", () => {
  const files = { beliefs: example("beliefs.json"), cases: example("belief-cases.json") };

  it("tiers are one answer, and what is not relevant is excluded but for pinned beliefs", async () => {
    const converted = convertPrecisionMemBench(files);
    expect(says(converted).map(([code, , message]) => [code, message])).toEqual([
      ["SXP5210", '"[2]" is left out: it is no case of one query.'],
    ]);
    const suite = await opened(converted);
    expect(
      suite.cases.map(({ id, question, golds: [gold] }) => [
        id,
        question.request,
        gold!.references!.include.flat(),
        [...gold!.references!.exclude],
      ]),
    ).toEqual([
      [
        "superseded",
        "where is the data? (domain:code)",
        ["/Beliefs/Belief[1]"],
        ["/Beliefs/Belief[2]", "/Beliefs/Belief[3]"],
      ],
      ["scope", "which voice? (domain:writing)", ["/Beliefs/Belief[3]"], ["/Beliefs/Belief[2]"]],
    ]);
  });

  it("a belief that is not there is an error with its place", () => {
    const cases = source('[{"caseId":"a","scope":[],"query":"x","expect":{"pinnedFacts":{"mustInclude":["b-gone"]}}}]');
    expect(says(convertPrecisionMemBench({ ...files, cases }))).toEqual([
      ["SXP5209", '"b-gone"', '"[0].expect.pinnedFacts.mustInclude[0]" is no belief.'],
    ]);
  });
});
