/**
 * Questions about a run: why a node is in the result and why another one is not, and the smallest change that admits it. Also stepping
 * through the operators, comparing two runs, and the view of a run that every surface shows. All answers are plain JSON. Offsets are
 * UTF-16, ends exclusive; scores and weights are in [0, 1]; nodes are numbered in preorder from 1; times are in milliseconds.
 */

/** Kind of pairing of a node with one in other data. */
export type { PairedBy } from "@semantic-xpath/tree";
export type {
  /** One of the commonest reasons why a run disappoints, in words and with its numbers. */
  Cause,
  /** A change of the query or its options under which a node is in the result. It was run. */
  Change,
  /** Part of a query that a change touches. */
  ChangeKind,
  /** Differences of two runs, made by `compareRuns`. */
  Comparison,
  /** A node that is in either result, with its ranks and weights in both. */
  ComparisonRow,
  /** Share of a node's weight lost to one operand of a score. */
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
  WhyField,
  /** Why a node is not in the result. */
  WhyNot,
  /** Why no result is a group with a key. */
  WhyNotGroup,
  /** The reasons of drops, and those of nodes that no axis reached. */
  WhyNotReason,
  /** Why a node is in no field of a record. */
  WhyNotValue,
} from "./answers.js";
export type {
  /** A signal, and who is called with the progress of the search for a change. */
  SearchOptions,
  /** Changed queries run so far, and their maximum number. */
  SearchProgress,
} from "./change/attempt.js";
export {
  /** Compares two inspected runs that differ in query, data, scorer or options. */
  compareRuns,
} from "./compare/compareRuns.js";
export type {
  /** Values of the entries of a result beside their weights, by their place. */
  EntryValues,
} from "./entryValues.js";
export {
  type SaidTerm,
  /** The evidence of one word of a condition, as every surface shows it. */
  saidTerm,
  /** The share of a condition that was found, and what that means as a score. */
  shareText,
  /** Words of a text that are evidence of words of a condition, as a sentence. */
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
  /** Place to stop at, with an optional condition. */
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
  /** Value of a watch expression on a sequence. */
  WatchValue,
} from "./step/stops.js";
export {
  /** Calls a method of a view by its name, with parameters from outside. */
  askView,
} from "./view/askView.js";
export {
  /** Label of a node: its type, last step, and a summary of about 80 columns. */
  labelOf,
  /** Summary of a node in one line, uncut. */
  summaryOf,
} from "./view/labels.js";
export {
  /** Removes the content of the data from a view, for readers without access to it. */
  redacted,
  /** A comparison without the values that its reasons quote. */
  redactedComparison,
} from "./view/redact.js";
export {
  /** Compares two kept runs. */
  type CompareViews,
  /** The members of a group in a list of results. */
  type GroupRow,
  /** The values of `NodeState`, in the order of the codes in `TreeShape.state`. */
  NODE_STATES,
  /** Content of a node. */
  type NodeContent,
  /** Content of a node, with its path, state and weight. */
  type NodeDetails,
  /** Label of a node. */
  type NodeLabel,
  /** State of a node after a run. */
  type NodeState,
  /** Only the drops of one reason. */
  type OfReason,
  /** A page of a list of one operator. */
  type OperatorPage,
  /** The figures of an operator. */
  type OperatorSummary,
  /** A page of a list, with the length of the whole list. */
  type Page,
  /** Rows of a list: `count` from the 0-based index `from` on. */
  type PageRequest,
  /** Number of nodes that an operator dropped for one reason. */
  type ReasonCount,
  /** A result with the content of its node. */
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
  /** Nodes that one step of the query text let through. */
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
