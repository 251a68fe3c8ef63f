import type { Diagnostic, Span } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { Gold } from "../measure/ranking.js";
import type { Question, Source } from "./method.js";

/** A suite with its data, ready to be run: every turn of a conversation is a case. */
export interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
  /** Names all that was read: files, data, schemas. */
  readonly digest: string;
}

export interface Case {
  /** Once in a suite; of the third turn of a conversation `c7.3`. */
  readonly id: string;
  readonly kind: string;
  /** The domain of the data, or the part of a dialogue; "" where none is given. */
  readonly domain: string;
  readonly cluster: string;
  readonly must: boolean;
  readonly source: Source;
  readonly question: Question;
  /** Right answers; any one of them. At least one. */
  readonly golds: readonly Expected[];
}

/** One answer that is right. What is null is not looked at. */
export interface Expected {
  /** null: nothing is said of what is handed over. */
  readonly references: Gold | null;
  /** A value, or words that the answer contains; undefined: none. */
  readonly value: unknown;
  /** Required tree after the case; null: unchanged. */
  readonly after: TreeAfter | null;
  readonly checks: readonly string[];
  readonly instead: "question" | "talk" | null;
  readonly action: Readonly<Record<string, unknown>> | null;
}

/** A right tree, computed on demand: one for each case would fill the memory. */
export interface TreeAfter {
  readonly digest: string;
  tree(): Promise<Tree>;
}

/** A mistake in the file of a suite. */
export interface SuiteProblem {
  readonly file: string;
  /** Text of the diagnostic's span. */
  readonly text: string;
  readonly diagnostic: Diagnostic;
}

export interface OpeningProblem extends SuiteProblem {
  /** For an imported file: the place in the first file whose import led to it. null: `file` is the first one. */
  readonly via: Span | null;
}

export interface OpenedSuite {
  /** null if there is any mistake. */
  readonly suite: Suite | null;
  readonly problems: readonly OpeningProblem[];
}

/** Opens the files that a suite names. Every method rejects with an error whose message is the end of a sentence: "is missing". */
export interface SuiteHost {
  /** The path of a file that another one names. */
  resolve(from: string, path: string): string;
  readText(path: string): Promise<string>;
  /** `mapping`: a name, or a path that was resolved. */
  openTree(path: string, mapping: string | undefined): Promise<{ readonly tree: Tree; readonly digest: string }>;
  openMemory(
    path: string,
    task: string | undefined,
  ): Promise<{ readonly tree: Tree; readonly schema: Schema | null; readonly digest: string }>;
  /** A schema by its name, or by a path that was resolved. */
  openSchema(nameOrPath: string): Promise<{ readonly schema: Schema; readonly digest: string }>;
  /** Is awaited before each case and dialogue, so that other work has its turn. A rejection ends the opening with it. */
  pause?(): Promise<void>;
}
