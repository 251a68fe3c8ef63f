/** Questions about a run: why, why not, the smallest change, stepping, comparing, and the view that every surface shows. */

export type {
  Cause,
  Change,
  ChangeKind,
  Comparison,
  ComparisonRow,
  Cost,
  DataChange,
  Nearest,
  PairedBy,
  Ranked,
  Rival,
  RunSummaryLine,
  Why,
  WhyNot,
  WhyNotReason,
} from "./answers.js";
export type { SearchOptions, SearchProgress } from "./change/attempt.js";
export { compareRuns } from "./compare/compareRuns.js";
export { Inspection, inspect, type NodeReference } from "./inspection.js";
export { type Halt, STEP_WITHOUT, type Stepper, startStepper } from "./step/stepper.js";
export type {
  BoundBreakpoint,
  Breakpoint,
  SequenceEntry,
  SequenceView,
  Stop,
  StopReason,
  WatchedNode,
  WatchValue,
} from "./step/stops.js";
export { labelOf, summaryOf } from "./view/labels.js";
export { redacted, redactedComparison } from "./view/redact.js";
export {
  type CompareViews,
  NODE_STATES,
  type NodeContent,
  type NodeDetails,
  type NodeLabel,
  type NodeState,
  type OfReason,
  type OperatorPage,
  type OperatorSummary,
  type Page,
  type PageRequest,
  type ReasonCount,
  type ResultRow,
  RUN_DOCUMENT_VERSION,
  RUN_VIEW_VERSION,
  type RunDocument,
  type RunOverview,
  type RunView,
  type SearchResult,
  type StepHeat,
  type TreeShape,
} from "./view/runView.js";
export { type ViewContext, viewOf } from "./view/viewOf.js";
