import { LANGUAGE, MODEL, NO_CACHE, output, SCORER } from "../../spec/shared.js";
import { type CommandLine, command, operand, option, options } from "../../spec/spec.js";

const SUITE = operand("SUITE.json", { kind: "files", endings: ["json"] });

const OPTIONS = options([
  option(
    "-m, --method NAME",
    "a method: gold, english, model, flat, flat+context, flat:SCORER, bm25, bm25+context, in-context, memory, xmemory, structmem (or memory:annotated, structmem:model …), " +
      "fuse:A,B, first:A,B, FILE.mjs, FILE.json, FILE.run, or LABEL=one of these; may be repeated",
    { multiple: true },
  ),
  SCORER,
  LANGUAGE,
  ...MODEL,
  option("--budget TOKENS", "budgets of tokens, separated by commas. Default 250,500,1000,2000"),
  option(
    "--tokenizer FILE",
    "a module that counts tokens as a model does: { id, count(text) }. Default: a quarter of the characters",
    {
      completes: { kind: "files", endings: ["mjs", "js"] },
    },
  ),
  option("--top K", "numbers of entries, separated by commas. Default 1,5,10"),
  option("--min METRIC=VALUE", "fail if a figure is below: recall@500=0.9, or METHOD:pass=0.8; may be repeated", {
    multiple: true,
  }),
  option("--max METRIC=VALUE", "fail if a figure is above: excluded=0; may be repeated", { multiple: true }),
  option("--baseline FILE", "an earlier run, as --json wrote it"),
  option("--max-drop METRIC=VALUE", "fail if a figure is so much below the baseline; may be repeated", {
    multiple: true,
    needs: "baseline",
  }),
  option("--json FILE", "write the run as JSON"),
  option("--junit FILE", "write the gate and the cases as JUnit's XML"),
  option("--report FILE", "write a page with each case that is not right"),
  option("--seed N", "the seed of intervals. Default 1", { range: { whole: true, least: 0 } }),
  NO_CACHE,
]);
export type EvalLine = CommandLine<typeof OPTIONS>;

const run = command({
  name: "eval",
  summary: "measure how well methods find what a suite says is right",
  description:
    "Runs every case of a suite under each method: gold (the queries of the suite), english (the reader of requests), model (a language model that writes the query), " +
    "flat (every node ranked by the scorer), bm25, in-context (everything), memory, xmemory and structmem (built from dialogues), rankings that are fused, the first " +
    "method that has an answer, a module of your own, recorded answers of a model, or a run of TREC. The first method is what the others are compared with. Results are kept as they come, so that a run " +
    "that was stopped goes on. Exit code 1 if a gate is not passed. In GitHub Actions the table is also the summary of the step.",
  operands: [SUITE],
  options: OPTIONS,
  examples: {
    "Gold queries beside flat retrieval at equal tokens.": "eval examples/eval/itinerary.json",
    "A gate for continuous integration.":
      "eval examples/eval/todo.json --method gold --min gold:pass=0.9 --max excluded=0",
    "Two rankings at one budget of tokens.":
      "eval examples/eval/mealplan.json --method flat --method bm25 --budget 250",
  },
  load: async () => (await import("./eval.js")).evaluate,
});

const COMPARE_OPTIONS = options([output()]);
export type EvalCompareLine = CommandLine<typeof COMPARE_OPTIONS>;

const compare = command({
  name: "eval compare",
  summary: "show how two runs of a suite differ",
  description:
    "Compares two files that sxp eval --json wrote: figures with intervals, and each case with another outcome, with the reason (plan, score, data).",
  operands: [operand("BEFORE.json"), operand("AFTER.json")],
  options: COMPARE_OPTIONS,
  examples: {
    "Two runs.": "eval compare before.json after.json",
    "As a file.": "eval compare before.json after.json -o change.md",
    "The same run.": "eval compare run.json run.json",
  },
  load: async () => (await import("./evalFiles.js")).compareRunFiles,
});

const INIT_OPTIONS = options([output()]);
export type EvalInitLine = CommandLine<typeof INIT_OPTIONS>;

const init = command({
  name: "eval init",
  summary: "make a suite of the saved queries of a file",
  description:
    "Runs each declared query of FILE.sxp without parameters on the data that the file imports, and writes a suite that says that exactly this is right. Look at it: " +
    "what is wrong today is frozen, too.",
  operands: [operand("FILE.sxp", { kind: "files", endings: ["sxp"] })],
  options: INIT_OPTIONS,
  examples: {
    "A suite of the saved queries.": "eval init examples/todo/todo.sxp",
    "As a file.": "eval init examples/itinerary/itinerary.sxp -o out.json",
    "Of the meal plan.": "eval init examples/mealplan/mealplan.sxp",
  },
  load: async () => (await import("./evalFiles.js")).initSuite,
});

const CONVERT_OPTIONS = options([output()]);
export type EvalConvertLine = CommandLine<typeof CONVERT_OPTIONS>;

const convert = command({
  name: "eval convert",
  summary: "make a suite of the files of another benchmark",
  description:
    "Formats and their files: beir FOLDER (or CORPUS QUERIES QRELS), trec QRELS [QUERIES [CORPUS]], locomo FILE, longmemeval FILE, perltqa MEMORY QUESTIONS, " +
    "precisionmembench BELIEFS CASES. A dialogue is part of the suite; any other data is written next to it, as NAME.data.json. What is in another form than its " +
    "benchmark has is an error with its place; what can't be judged is left out with a warning. Runs of TREC are a method: --method FILE.run.",
  operands: [
    operand("FORMAT", {
      kind: "words",
      words: ["beir", "trec", "locomo", "longmemeval", "perltqa", "precisionmembench"],
    }),
    operand("FILE..."),
  ],
  options: CONVERT_OPTIONS,
  examples: {
    "Conversations of LoCoMo.": "eval convert locomo examples/eval/others/locomo.json",
    "A collection of BEIR.": "eval convert beir examples/eval/others/beir -o beir.json",
    "Beliefs that must and must not be handed over.":
      "eval convert precisionmembench examples/eval/others/beliefs.json examples/eval/others/belief-cases.json -o beliefs.json",
  },
  load: async () => (await import("./convertSuite.js")).convertSuite,
});

export const EVAL_COMMANDS = [run, compare, init, convert];
