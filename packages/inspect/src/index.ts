/**
 * Questions about a run: why a node is in the result and why another one is not, the smallest change that admits it, stepping
 * through the operators, comparing two runs, and the view of a run that every surface shows. All answers are plain JSON. Offsets are
 * UTF-16, ends exclusive; scores and weights are in [0, 1]; nodes are numbered in preorder from 1; times are in milliseconds.
 */

/** How a node was found in other data. */
export type { PairedBy } from "@semantic-xpath/tree";
export type {
  /** One of the commonest reasons why a run disappoints, in words and with its numbers. */
  Cause,
  /** A change of the query or its options under which a node is in the result. It was run. */
  Change,
  /** What a change touches. */
  ChangeKind,
  /** How two runs differ: made by `compareRuns`. */
  Comparison,
  /** A node that is in either result, with its ranks and weights in both. */
  ComparisonRow,
  /** How much of a node's weight one operand of a score took. */
  Cost,
  /** Two versions of data, counted in nodes. */
  DataChange,
  /** For an empty result, the nearest query that finds something. */
  Nearest,
  /** The place of a node that ranked too low. */
  Ranked,
  /** A result that outranks a node. */
  Rival,
  /** The figures of one run of a comparison. */
  RunSummaryLine,
  /** Why a node is in the result. */
  Why,
  /** Why a node is not in the result. */
  WhyNot,
  /** The reasons of drops, and those of nodes that no axis reached. */
  WhyNotReason,
} from "./answers.js";
export type {
  /** A signal, and who is called with the progress of the search for a change. */
  SearchOptions,
  /** How many changed queries were run, and how many are run at the most. */
  SearchProgress,
} from "./change/attempt.js";
export {
  /** How two inspected runs differ: of different queries, data, scorers or options. */
  compareRuns,
} from "./compare/compareRuns.js";
export {
  type SaidTerm,
  /** What every surface says of the evidence of one word of a condition. */
  saidTerm,
  /** The share of a condition that was found, and what that means as a score. */
  shareText,
  /** Which words of a text are evidence of which words of a condition, in words. */
  wordsText,
} from "./evidenceWords.js";
export {
  /** A run with its answers: `why`, `whyNot`, `change`, `nearest`, `causes`. */
  Inspection,
  /** Runs a query and keeps what questions about the run need. */
  inspect,
} from "./inspection.js";
export {
  /** The node with a path, or that has an attribute; null: there is none, or several. */
  locateIn,
  /** A node: a view, its number, or a path that finds it. */
  type NodeReference,
} from "./nodeReference.js";
export {
  /** A stop, and why the stepper stopped there. */
  type Halt,
  /** Passes of the optimiser to compile without, so that a query is stepped through as it is written. */
  STEP_WITHOUT,
  /** A cursor over the operators of a run, forward and back. */
  type Stepper,
  /** A stepper before the first operator of a run. */
  startStepper,
} from "./step/stepper.js";
export type {
  /** A breakpoint with the operator it stops at, or what is wrong with it. */
  BoundBreakpoint,
  /** Where to stop, and on which condition. */
  Breakpoint,
  /** A node or attribute of a sequence with its weight. */
  SequenceEntry,
  /** A weighted sequence, page by page. */
  SequenceView,
  /** A moment of a run at which one operator has just acted. */
  Stop,
  /** Why a stepper stopped. */
  StopReason,
  /** A value of a watch expression for one node. */
  WatchedNode,
  /** What a watch expression gave on a sequence. */
  WatchValue,
} from "./step/stops.js";
export {
  /** Calls a method of a view by its name, with parameters from outside. */
  askView,
} from "./view/askView.js";
export type {
  /** What the entries of a result are beside their weights, by their place. */
  EntryValues,
} from "./view/entryValues.js";
export {
  /** What to write for a node: its type, last step, and a summary of about 80 columns. */
  labelOf,
  /** What a node says in one line, as long as it is. */
  summaryOf,
} from "./view/labels.js";
export {
  /** A view without what the data says, for somebody who may not see it. */
  redacted,
  /** A comparison without the values that its reasons quote. */
  redactedComparison,
} from "./view/redact.js";
export {
  /** Compares two kept runs. */
  type CompareViews,
  /** The values of `NodeState`, in the order of the codes in `TreeShape.state`. */
  NODE_STATES,
  /** What a node says. */
  type NodeContent,
  /** What a node says, with its path, state and weight. */
  type NodeDetails,
  /** What to write for a node. */
  type NodeLabel,
  /** What became of a node. */
  type NodeState,
  /** Only the drops of one reason. */
  type OfReason,
  /** A page of a list of one operator. */
  type OperatorPage,
  /** The figures of an operator. */
  type OperatorSummary,
  /** What a result is ordered by. */
  type OrderKeyText,
  /** A page of a list, with the length of the whole list. */
  type Page,
  /** Which rows of a list: `count` from the 0-based index `from` on. */
  type PageRequest,
  /** How many nodes an operator dropped for one reason. */
  type ReasonCount,
  /** A result with what its node says. */
  type ResultRow,
  /** Changes when a reader of `RunDocument` would have to change. */
  RUN_DOCUMENT_VERSION,
  /** Changes when a reader of the documents of a view would have to change. */
  RUN_VIEW_VERSION,
  /** A run as one JSON document. */
  type RunDocument,
  /** Everything about a run that is not a list of nodes. */
  type RunOverview,
  /** One run as every surface shows it, page by page. */
  type RunView,
  /** The nodes that a search found. */
  type SearchResult,
  /** What one step of the query text let through. */
  type StepHeat,
  /** Columns over all nodes: the tree, and what became of its nodes. */
  type TreeShape,
} from "./view/runView.js";
export {
  /** Names that a view cannot know from a run. */
  type ViewContext,
  /** A run as every surface shows it. */
  viewOf,
} from "./view/viewOf.js";
export {
  /** JSON with scores in their shortest form. */
  jsonText,
  /** A score in its shortest form. */
  shortest,
} from "./words.js";
