import * as parser from "@semantic-xpath/parser";
import * as planner from "@semantic-xpath/planner";
import * as runtime from "@semantic-xpath/runtime";
import { expect, it } from "vitest";

/** The public names are a promise: a change of this list is a change of the API. */
it("the runtime exports what it promises", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "BUDGET",
    "CompileError",
    "CompiledQuery",
    "Inspection",
    "Match",
    "NODE_STATES",
    "READ_LIMITS",
    "RUN_DOCUMENT_VERSION",
    "RUN_VIEW_VERSION",
    "ReadError",
    "RunError",
    "STEP_WITHOUT",
    "SemanticXPathError",
    "TRACE_VERSION",
    "Tree",
    "TreeNode",
    "cachedScorer",
    "calibrate",
    "calibrateCascade",
    "cascadeScorer",
    "chatJudgeScorer",
    "compareRuns",
    "compile",
    "embeddingsApiScorer",
    "foldFields",
    "fusedScorer",
    "inferSchema",
    "inspect",
    "knownScorer",
    "labelOf",
    "lexicalScorer",
    "memoryCache",
    "query",
    "readJson",
    "readTree",
    "readXml",
    "recordedScorer",
    "recordingScorer",
    "redacted",
    "redactedComparison",
    "startStepper",
    "summaryOf",
    "sxp",
    "treeStatistics",
    "validate",
    "viewOf",
  ]);
});

it("the parser exports what the guides and tools use", () => {
  for (const name of [
    "parse",
    "format",
    "print",
    "tokenize",
    "walk",
    "nodeAt",
    "pathAt",
    "renderDiagnostic",
    "DIAGNOSTICS",
  ])
    expect(parser).toHaveProperty(name);
});

it("the planner exports what the guides and tools use", () => {
  for (const name of [
    "parseSchema",
    "printSchema",
    "check",
    "plan",
    "optimise",
    "PASS_NAMES",
    "explainText",
    "planRows",
    "estimate",
  ])
    expect(planner).toHaveProperty(name);
});
