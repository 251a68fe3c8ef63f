import { AXES } from "@semantic-xpath/parser";
import { eachChild, type PlanNode, type QueryPlan, type SequencePlan, type StepPlan } from "@semantic-xpath/planner";
import { CompiledQuery, type RunOptions } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import { DOCUMENT, getOrMake, type NodeId, typesIn } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { memoryError } from "../memoryError.js";
import type { Version } from "../store/version.js";
import type { CatalogueVersion } from "./catalogue.js";
import type { Layout } from "./layout.js";
import { type Reader, type Reading, readAll } from "./needs.js";
import { storeScorer } from "./storeScorer.js";

export interface OpenLimits {
  /** Most versions that one query reads; 64 by default. */
  readonly maxVersions?: number;
  /** Most nodes of them together; 4 000 000 by default. */
  readonly maxVersionNodes?: number;
}

/** Options of a run that opening versions depends on. */
interface OpenOptions extends OpenLimits {
  readonly scorer: Scorer;
  readonly run: RunOptions;
  layOut(opened: ReadonlySet<CatalogueVersion>): Layout;
}

/** The catalogue with what a query reads, and the pruned versions that it would have read. */
interface Opened {
  readonly layout: Layout;
  readonly pruned: ReadonlySet<CatalogueVersion>;
}

/**
 * The catalogue with all versions laid out that a query reads. Throws a `MemoryError` (SXP5050) where these are more than the limits allow.
 */
export async function openVersions(plan: QueryPlan, options: OpenOptions): Promise<Opened> {
  const opening = new Opening(plan, options);
  await readAll(plan, opening);
  return opening;
}

class Opening implements Reader, Opened {
  layout: Layout;
  readonly pruned = new Set<CatalogueVersion>();

  constructor(
    private readonly plan: QueryPlan,
    private readonly options: OpenOptions,
  ) {
    this.layout = options.layOut(new Set());
  }

  async open(reading: Reading, plan: SequencePlan | null, isWeighed: boolean): Promise<void> {
    const nodes = await this.nodesOf(plan, isWeighed);
    const opened = new Set(this.layout.opened);
    for (const entry of this.read(reading, nodes)) {
      if (entry.version.isPruned) this.pruned.add(entry);
      else if (this.mayHave(entry.version, reading)) opened.add(entry);
    }
    if (opened.size === this.layout.opened.size) return;
    this.check(opened);
    this.layout = this.options.layOut(opened);
  }

  private check(wanted: ReadonlySet<CatalogueVersion>): void {
    const { maxVersions = 64, maxVersionNodes = 4_000_000 } = this.options;
    const limits = [
      ["versions", "maxVersions", maxVersions, wanted.size],
      ["nodes", "maxVersionNodes", maxVersionNodes, [...wanted].reduce((sum, { version }) => sum + version.nodes, 0)],
    ] as const;
    for (const [what, option, limit, count] of limits)
      if (count > limit) throw memoryError("SXP5050", { count, what, limit, option });
  }

  /** The nodes that a plan finds in what is laid out by now. What a quantifier around it binds may be anything. */
  private async nodesOf(plan: SequencePlan | null, isWeighed: boolean): Promise<Iterable<NodeId>> {
    if (plan === null || hasFreeVariable(plan)) return [DOCUMENT];
    const result: SequencePlan = isWeighed
      ? { ...plan, order: "document" }
      : { kind: "Meet", ...FACTS, operator: "intersect", left: EVERYTHING, right: plan, order: "document" };
    const query = new CompiledQuery({ ...this.plan, result, order: "document", strategy: "all" }, null);
    const { scorer, run } = this.options;
    const { params, minScore, signal, budget, now, onProgress } = run;
    const how = defined({ params, signal, budget, now, onProgress, minScore: isWeighed ? minScore : undefined });
    const bound = query.isSemantic ? storeScorer(scorer, this.layout) : scorer;
    return (await query.run(this.layout.tree, { ...how, scorer: bound })).ids;
  }

  /** The content of a part of a version is unknown until it is opened. */
  private mayHave(version: Version, reading: Reading): boolean {
    return this.layout.catalogue.scope.root !== null || mayHave(version, reading);
  }

  private *read(reading: Reading, nodes: Iterable<NodeId>): Iterable<CatalogueVersion> {
    const { tree } = this.layout;
    for (const node of nodes) {
      const current = this.layout.versionAround(node);
      if (reading.kind !== "axis") {
        if (current !== null && !(reading.kind === "field" && hasAttribute(tree, node, reading.name))) yield current;
        continue;
      }
      const { relation, reverse } = AXES[reading.axis];
      const isBeside = relation === "beside";
      const isAhead = !reverse && (relation === "children" || relation === "siblings" || isBeside);
      if (isAhead && current !== null) yield current;
      if (relation === "descendants") yield* this.layout.versionsIn(node, tree.end[node]!);
      else if (isBeside) yield* reverse ? this.layout.versionsIn(1, node) : this.layout.versionsIn(node, tree.size + 1);
    }
  }
}

const hasAttribute = (tree: Layout["tree"], node: NodeId, name: string): boolean =>
  tree.attribute(node, name) !== undefined;

const types = new WeakMap<Version, ReadonlyMap<string, number>>();

/** Tests that a version may contain a match, by the names of its types. */
function mayHave(version: Version, reading: Reading): boolean {
  const names = reading.kind === "field" ? [reading.name] : reading.kind === "axis" ? reading.names : null;
  if (names === null) return true;
  const typesOf = getOrMake(types, version, () => typesIn(version.segments.segments));
  const isTop = reading.kind !== "axis" || ["children", "siblings"].includes(AXES[reading.axis].relation);
  return names.some((name) => (isTop ? typesOf.get(name) === 1 : typesOf.has(name)));
}

/** Tests that a plan needs a variable bound by a quantifier outside of it. */
function hasFreeVariable(plan: PlanNode): boolean {
  const [used, bound] = [new Set<string>(), new Set<string>()];
  const visit = (node: PlanNode): void => {
    if (node.kind === "Variable") used.add(node.name);
    if (node.kind === "Binding") bound.add(node.name);
    eachChild(node, visit);
  };
  visit(plan);
  return [...used].some((name) => !bound.has(name));
}

const FACTS = { id: 0, span: { start: 0, end: 0 }, types: null } as const;
const STEP: StepPlan = {
  kind: "Step",
  ...FACTS,
  axis: {
    kind: "Axis",
    ...FACTS,
    axis: "descendant",
    test: { names: null, document: false },
    access: "subtree",
    take: null,
  },
  brackets: [],
  grouping: "node",
};
/** All nodes. What is common with them has their weight, 1, so that what weighs 0 is there too. */
const EVERYTHING: SequencePlan = {
  kind: "Path",
  ...FACTS,
  start: { kind: "Document" },
  steps: [STEP],
  attribute: null,
  order: "document",
};
