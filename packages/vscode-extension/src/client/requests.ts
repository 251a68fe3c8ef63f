import {
  type AskResult,
  type CompareResult,
  type CompileResult,
  type ExplainResult,
  type MemoryBlameResult,
  type MemoryFileResult,
  type MemoryStepResult,
  type MemoryTasksResult,
  type MemoryVersionsResult,
  type NodeAtResult,
  type QuestionResult,
  REQUESTS,
  type RunOutcome,
  type RunsResult,
  type SourceResult,
  type TestResult,
  type TextResult,
  type UpdateOutcome,
  type ViewResult,
} from "@semantic-xpath/lsp";
import { type EvaluateResult, SUITE_REQUESTS, type SuiteResult } from "../testing/requests.js";

/** Answers of the server by request. */
export interface Answers {
  readonly [REQUESTS.compile]: CompileResult;
  readonly [REQUESTS.run]: RunOutcome;
  readonly [REQUESTS.explain]: ExplainResult;
  readonly [REQUESTS.update]: UpdateOutcome;
  readonly [REQUESTS.test]: TestResult;
  readonly [REQUESTS.view]: ViewResult;
  readonly [REQUESTS.source]: SourceResult;
  readonly [REQUESTS.compare]: CompareResult;
  readonly [REQUESTS.export]: TextResult;
  readonly [REQUESTS.forget]: unknown;
  readonly [REQUESTS.runs]: RunsResult;
  readonly [REQUESTS.inferSchema]: TextResult;
  readonly [REQUESTS.types]: TextResult;
  readonly [REQUESTS.ask]: AskResult;
  readonly [REQUESTS.question]: QuestionResult;
  readonly [REQUESTS.nodeAt]: NodeAtResult;
  readonly [REQUESTS.memoryTasks]: MemoryTasksResult;
  readonly [REQUESTS.memoryVersions]: MemoryVersionsResult;
  readonly [REQUESTS.memoryFile]: MemoryFileResult;
  readonly [REQUESTS.memoryBlame]: MemoryBlameResult;
  readonly [REQUESTS.memoryStep]: MemoryStepResult;
  readonly [SUITE_REQUESTS.cases]: SuiteResult;
  readonly [SUITE_REQUESTS.evaluate]: EvaluateResult;
}

export type Request = keyof Answers;
