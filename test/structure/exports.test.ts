import * as inspect from "@semantic-xpath/inspect";
import * as parser from "@semantic-xpath/parser";
import * as planner from "@semantic-xpath/planner";
import * as runtime from "@semantic-xpath/runtime";
import { expect, it } from "vitest";

/** The public names are a promise: a change of this list is a change of the API. */
it("the runtime exports what it promises", () => {
  expect(Object.keys(runtime).sort()).toEqual(
    "BUDGET CONFIDENCE Collection CompileError CompiledQuery CompiledUpdate FORMATS MAPPINGS Match READ_LIMITS ReadError RunError SCHEMAS SemanticXPathError TRACE_VERSION Tree TreeNode cachedScorer calibrate cascadeScorer chatJudgeScorer compile compileUpdate defineQueries editsSchema embeddingsApiScorer foldFields formatOf fusedScorer handOver inferSchema lexicalScorer mappingNamed memoryCache operationsOf operationsSchema parseEdits parseMapping parseOperations query queryChanges readAs readJson readJsonLines readTree readXml recogniseMapping recordedScorer recordingScorer schemaNamed selectSegments subtree sxp treeStatistics updateOf validate".split(
      " ",
    ),
  );
});

it("what is asked about a run has a door of its own", () => {
  expect(Object.keys(inspect).sort()).toEqual(
    "Inspection NODE_STATES RUN_DOCUMENT_VERSION RUN_VIEW_VERSION STEP_WITHOUT askView compareRuns inspect jsonText labelOf locateIn redacted redactedComparison saidTerm shareText shortest startStepper summaryOf viewOf wordsText".split(
      " ",
    ),
  );
});

it("the parser exports what the guides and tools use", () => {
  for (const name of "parse format print tokenize walk nodeAt pathAt renderDiagnostic DIAGNOSTICS".split(" "))
    expect(parser).toHaveProperty(name);
});

it("the planner exports what the guides and tools use", () => {
  for (const name of "parseSchema printSchema check plan optimise PASS_NAMES explainText planRows estimate".split(" "))
    expect(planner).toHaveProperty(name);
});
