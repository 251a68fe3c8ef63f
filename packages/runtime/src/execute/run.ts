import {
  type Argument,
  type AxisOperator,
  dependsOnPlace,
  type IdOperator,
  type MembersOperator,
  type QueryPlan,
  type Schema,
} from "@semantic-xpath/planner";
import { type Columns, columnsOf } from "@semantic-xpath/readers";
import type { Tree } from "@semantic-xpath/tree";
import { BUDGET, getOrMake } from "@semantic-xpath/tree";
import { bindArguments, literalValue } from "./arguments.js";
import { type Links, type ResolvedAxis, resolveAxis, type TreeAxis } from "./axes/resolvedAxis.js";
import type { Caveats } from "./caveats.js";
import { Clock } from "./clock.js";
import { DOCUMENT_FRAME, type Frame } from "./frame.js";
import { Groups } from "./groups.js";
import type { Observer } from "./observer.js";
import { Once } from "./once.js";
import { ReadClock } from "./readClock.js";
import { type ScoreStore, scoresOf } from "./scoreStore.js";
import { type Hidden, hiddenAt } from "./validity.js";

export type ArgumentValue = string | number | boolean;

/** A node, or an attribute or own text of it, that a quantifier has bound. */
export interface BoundEntry {
  readonly node: number;
  readonly attribute: number;
}

/** State shared by all operators of one run. */
export interface Run {
  readonly tree: Tree;
  readonly plan: QueryPlan;
  /** The types of what no schema declares, and of what has odd values. */
  readonly columns: Columns;
  readonly axes: AxisCache;
  readonly scores: ScoreStore;
  readonly clock: Clock;
  /** True if its scorer reads contexts. */
  readonly readsContext: boolean;
  /** Nodes that came out of each axis and bracket so far, by operator id: says where a result became empty. */
  readonly rows: number[];
  /** The last brackets before the result is cut, which may leave out entries that weigh 0: relevances. None if a run is observed. */
  readonly lasts: readonly number[];
  /** Number of entries from the last of these that can be in the result: the best, and all that tie with the last of them. */
  readonly most: number;
  /** null: without an observer, nothing is recorded. */
  readonly observer: Observer | null;
  /** Start of absolute paths: the document node, or the nodes of a watch expression. */
  readonly start: Frame;
  /** Start of paths of a set within a value that have no start of their own. */
  readonly context: Frame;
  /** Nodes that do not hold at the moment of the run; null: none. */
  readonly hidden: Hidden | null;
  /** The groups made so far. */
  readonly groups: Groups;
  /** Bindings of quantifiers for this whole evaluation; most bindings are columns of a batch. */
  readonly variables: ReadonlyMap<string, BoundEntry>;
  /** Values that depend on no node, evaluated once. */
  readonly once: Once;
  /** Reading of current-date() and current-dateTime(). */
  readonly now: ReadClock;
  /** About columns whose types were inferred. */
  readonly caveats: Caveats;
  /** Combinations of nodes that quantifiers may still try. */
  readonly combinations: Countdown;
  /** The value of a literal or parameter. */
  value(argument: Argument<string | number | boolean>): ArgumentValue;
}

/** Remainder of a bound of the budget. */
interface Countdown {
  readonly limit: number;
  used: number;
}

/** Bounds and clocks of a run. The runs over the trees of a collection share them, and its columns. */
export type Shared = Pick<Run, "combinations" | "now" | "clock" | "readsContext"> &
  Partial<Pick<Run, "columns" | "most">>;

export const sharedOf = (maxCombinations: number = BUDGET.maxCombinations, now?: Date | string): Shared => ({
  readsContext: false,
  combinations: { limit: maxCombinations, used: 0 },
  now: new ReadClock(now),
  clock: new Clock(),
});

const NO_VARIABLES: ReadonlyMap<string, BoundEntry> = new Map();

export function startRun(
  { plan, schema }: { readonly plan: QueryPlan; readonly schema: Schema | null },
  tree: Tree,
  params: Readonly<Record<string, ArgumentValue>>,
  observer: Observer | null,
  shared: Shared = sharedOf(),
  validAt?: string,
): Run {
  const value = bindArguments(plan, params);
  const caveats: Caveats = new Map();
  const groups = new Groups(tree);
  return {
    tree,
    plan,
    columns: shared.columns ?? columnsOf(tree, schema),
    axes: hasFixedAxes(plan) ? axesOf(plan, tree) : new AxisCache(tree, value),
    scores: scoresOf(tree, plan, (slot) => String(value(slot.condition)), shared, groups),
    rows: [],
    lasts: observer === null ? lastBrackets(plan) : NOTHING,
    observer,
    start: DOCUMENT_FRAME,
    context: DOCUMENT_FRAME,
    hidden: hiddenAt({ tree, plan, validAt, now: shared.now, caveats, value }),
    groups,
    variables: NO_VARIABLES,
    once: Once.empty(),
    caveats,
    ...shared,
    most: plan.order === "rank" && !placesRecords(plan) ? (shared.most ?? Infinity) : Infinity,
    value,
  };
}

/** True if records count places among all results, regardless of the limit. */
const placesRecords = ({ record }: QueryPlan): boolean => record !== null && dependsOnPlace(record);

const NOTHING: readonly number[] = [];

/** The relevances at the end of a plan whose result is the nodes of one path. No place is counted after them. */
function lastBrackets({ result }: QueryPlan): readonly number[] {
  const brackets = (result.kind === "Path" && result.attribute === null && result.steps.at(-1)?.brackets) || [];
  const before = brackets.findLastIndex((bracket) => bracket.kind !== "Relevance" || dependsOnPlace(bracket));
  return before === brackets.length - 1 ? NOTHING : brackets.slice(before + 1).map(({ id }) => id);
}

/** Axis operators resolved against a tree, each once. */
export class AxisCache {
  private readonly axes: ({ readonly operator: AxisOperator | IdOperator; readonly axis: ResolvedAxis } | undefined)[] =
    [];

  constructor(
    private readonly tree: Tree,
    private readonly value: Run["value"],
  ) {}

  of(operator: AxisOperator): TreeAxis;
  of(operator: IdOperator): Links;
  of(operator: AxisOperator | IdOperator | MembersOperator): ResolvedAxis;
  of(operator: AxisOperator | IdOperator | MembersOperator): ResolvedAxis {
    if (operator.kind === "Members") throw new Error("members of groups are on no axis of the tree");
    const cached = this.axes[operator.id];
    // A changed copy of an operator has its id.
    if (cached?.operator === operator) return cached.axis;
    const axis = resolveAxis(this.tree, operator, this.value);
    this.axes[operator.id] = { operator, axis };
    return axis;
  }
}

/** True if all parameters are conditions: then no axis depends on one. */
const hasFixedAxes = ({ parameters }: QueryPlan): boolean =>
  parameters.every(({ uses }) => uses.every((use) => use === "condition"));

/** Axes of a plan, which are the same in every run: half the time of a query of microseconds. */
const cachesOf = new WeakMap<QueryPlan, WeakMap<Tree, AxisCache>>();

export const axesOf = (plan: QueryPlan, tree: Tree): AxisCache =>
  cachesOf.get(plan)?.get(tree) ?? newAxes(getOrMake(cachesOf, plan, newCaches), tree);

const newCaches = (): WeakMap<Tree, AxisCache> => new WeakMap();

function newAxes(caches: WeakMap<Tree, AxisCache>, tree: Tree): AxisCache {
  const axes = new AxisCache(tree, literalValue);
  caches.set(tree, axes);
  return axes;
}

export function countRows(run: Run, operatorId: number, count: number): void {
  run.rows[operatorId] = (run.rows[operatorId] ?? 0) + count;
}
