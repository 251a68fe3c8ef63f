import type { Diagnostic } from "@semantic-xpath/parser";
import { idsUnder, type Schema } from "@semantic-xpath/planner";
import { type AppliedEdits, type Edit, eachId, idsIn, NONE, type NodeId, type Tree } from "@semantic-xpath/tree";
import { append } from "@semantic-xpath/values";
import { checksReferences, ReferenceCheck, type ReferenceProblem } from "../checkReferences.js";
import { foldFields } from "../foldFields.js";
import { type BrokenBound, NodeChecks, type NodeProblem } from "./nodeChecks.js";
import { touchedNodes } from "./touchedNodes.js";
import { schemaProblem, type ValidateOptions } from "./validate.js";

/** Violation of a schema by edits in one place. */
export interface EditProblem {
  readonly diagnostic: Diagnostic;
  /** The node in the tree after the edits; of a bound on occurrences the parent. */
  readonly node: NodeId;
  /** For a bound on occurrences: the bound, with the numbers before and after. */
  readonly broken: (BrokenBound & { readonly countBefore: number }) | null;
}

/**
 * Violations of a schema by edits: those that `validate` finds in the tree after them and did not find before, and required attributes that are
 * blank now, which are missing as much as those that were removed. Only nodes that the edits touched,
 * their parents, and references to ids that came, went or moved are checked. A bound that was broken is reported again if it is broken
 * further. For an id of more nodes than before one problem is reported, at a touched node. In document order, references last.
 * With field elements in the trees, references are compared as a whole: in time linear in the tree.
 *
 * @param applied result of `applyingEdits(before, edits)`
 */
export function validateEdits(
  before: Tree,
  edits: readonly Edit[],
  applied: AppliedEdits,
  schema: Schema,
  { limit = 100 }: ValidateOptions = {},
): readonly EditProblem[] {
  const check = new EditCheck(before, edits, applied, schema, limit);
  check.nodes();
  if (checksReferences(schema)) check.references();
  return check.problems;
}

class EditCheck {
  readonly problems: EditProblem[] = [];
  private readonly after: Tree;
  private readonly touched: ReturnType<typeof touchedNodes>;

  constructor(
    private readonly before: Tree,
    edits: readonly Edit[],
    private readonly applied: AppliedEdits,
    private readonly schema: Schema,
    private readonly limit: number,
  ) {
    this.after = applied.version.toTree();
    this.touched = touchedNodes(before, edits, applied, schema);
  }

  nodes(): void {
    const { before, after, schema, touched, applied, limit } = this;
    const countBefore = new Map<string, number>();
    const keepBefore = (problem: NodeProblem): void => {
      const at = applied.after(placeOf(problem));
      if (at !== NONE) countBefore.set(keyOf(at, problem), problem.broken?.count ?? 0);
    };
    const checkBefore = new NodeChecks(before, schema, keepBefore, true);
    for (const node of touched.before.keys()) if (!checkBefore.isInField(node)) checkBefore.check(node);
    const reportNew = (problem: NodeProblem): void => {
      const was = countBefore.get(keyOf(placeOf(problem), problem));
      if (was !== undefined && !isWorse(problem.broken, was)) return;
      if (this.problems.length < limit) this.problems.push(this.problem(problem));
    };
    const checkAfter = new NodeChecks(after, schema, reportNew, true);
    for (const node of [...touched.after.keys()].sort((a, b) => a - b)) {
      if (this.problems.length >= limit) break;
      if (!checkAfter.isInField(node)) checkAfter.check(node);
    }
  }

  private problem({ node, at, problem, broken }: NodeProblem): EditProblem {
    const diagnostic = schemaProblem(this.after, at, problem);
    if (broken === null) return { diagnostic, node, broken };
    const parent = this.touched.after.get(node) ?? NONE;
    // It had the missing part: otherwise the same problem was reported before.
    const had = broken.type.startsWith("@") ? () => 1 : () => countChildren(this.before, parent, broken.type);
    const countBefore = parent === NONE ? 0 : had();
    return { diagnostic, node, broken: { ...broken, countBefore } };
  }

  references(): void {
    const { before, after, schema, touched, applied } = this;
    if (foldFields(before, schema).size < before.size || foldFields(after, schema).size < after.size) {
      this.foldedReferences();
      return;
    }
    const ids = changedIds(this.before, this.after, touched, schema);
    const [was, is] = [new ReferenceCheck(before, schema), new ReferenceCheck(after, schema)];
    if (ids.size > 0) this.repeatedIds(ids, is);
    const keysBefore = new Set<string>();
    for (const node of nodesWithReferences(before, was, touched.before.keys(), ids))
      for (const problem of was.problemsOf(node)) keysBefore.add(referenceKey(applied.after(node), problem));
    for (const node of nodesWithReferences(after, is, touched.after.keys(), ids)) {
      for (const problem of is.problemsOf(node)) {
        if (keysBefore.has(referenceKey(node, problem)) || this.problems.length >= this.limit) continue;
        this.problems.push({ diagnostic: is.diagnosticOf(problem), node, broken: null });
      }
    }
  }

  /** Folded trees have other numbers, so problems are counted by their messages. */
  private foldedReferences(): void {
    const { schema, limit } = this;
    const countByKey = new Map<string, number>();
    const [was, is] = [foldFields(this.before, schema), foldFields(this.after, schema)];
    for (const [key] of referenceProblems(was, schema)) countByKey.set(key, (countByKey.get(key) ?? 0) + 1);
    const nodes = unfolded(this.after, schema);
    for (const [key, at, diagnostic] of referenceProblems(is, schema)) {
      const remaining = countByKey.get(key) ?? 0;
      countByKey.set(key, remaining - 1);
      if (remaining <= 0 && this.problems.length < limit)
        this.problems.push({ diagnostic: diagnostic(), node: nodes[at]!, broken: null });
    }
  }

  private repeatedIds(ids: ReadonlySet<string>, check: ReferenceCheck): void {
    const { before, after, schema, touched } = this;
    const counts = nodesById(before, schema, ids);
    for (const [id, nodes] of nodesById(after, schema, ids)) {
      if (nodes.length < 2 || nodes.length <= (counts.get(id)?.length ?? 0) || this.problems.length >= this.limit)
        continue;
      const node = nodes.findLast((each) => touched.after.has(each)) ?? nodes.at(-1)!;
      const first = nodes.find((each) => each !== node)!;
      const value = idValue(after, schema, node, id);
      this.problems.push({ diagnostic: check.repeated(node, value, first), node, broken: null });
    }
  }
}

/** All problems of a tree with folded fields: their message, place, and form for people. */
function* referenceProblems(
  tree: Tree,
  schema: Schema,
): Iterable<readonly [key: string, node: NodeId, diagnostic: () => Diagnostic]> {
  const check = new ReferenceCheck(tree, schema);
  for (const [node, value] of check.repeatedIds())
    yield [`id ${tree.values.get(value)}`, node, () => check.repeated(node, value)];
  for (let node = 1; node <= tree.size && check.hasReferences; node++)
    for (const problem of check.problemsOf(node))
      yield [referenceKey(NONE, problem), node, () => check.diagnosticOf(problem)];
}

/** By the numbers of the folded tree those of the tree with its field elements. */
function unfolded(tree: Tree, schema: Schema): readonly NodeId[] {
  const checks = new NodeChecks(tree, schema, () => {});
  const nodes: NodeId[] = [NONE];
  for (let node = 1; node <= tree.size; node = checks.isField(node) ? tree.end[node]! : node + 1)
    if (!checks.isField(node)) nodes.push(node);
  return nodes;
}

/** Bounds are known by their parent: which child is the first that is too many says nothing. */
const placeOf = ({ node, at, broken }: NodeProblem): NodeId => (broken === null ? at : node);

const keyOf = (at: NodeId, { problem, broken }: NodeProblem): string =>
  broken === null ? `${at} ${problem}` : `${at} ${broken.bound} ${broken.type}`;

const isWorse = (broken: BrokenBound | null, before: number): boolean =>
  broken !== null && (broken.bound === "min" ? broken.count < before : broken.count > before);

const referenceKey = (node: NodeId, { reference, id, is }: ReferenceProblem): string =>
  JSON.stringify([node, reference.name, id, is]);

function countChildren(tree: Tree, parent: NodeId, type: string): number {
  const id = tree.typeId(type);
  let count = 0;
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!)
    if (tree.type[child] === id) count++;
  return count;
}

/** Ids that came or went, or are on a node that moved or is of another type now. */
function changedIds(
  before: Tree,
  after: Tree,
  touched: ReturnType<typeof touchedNodes>,
  schema: Schema,
): ReadonlySet<string> {
  const [was, is] = [idsOfNodes(before, schema), idsOfNodes(after, schema)];
  const ids = new Set<string>();
  for (const [node, now] of touched.before) {
    const old = was(node);
    const fresh = now === NONE ? [] : is(now);
    const isSame = now !== NONE && !touched.moved.has(node) && before.typeOf(node) === after.typeOf(now);
    for (const id of old) if (!isSame || !fresh.includes(id)) ids.add(id);
    for (const id of fresh) if (!isSame || !old.includes(id)) ids.add(id);
  }
  for (const [node, old] of touched.after) if (old === NONE) for (const id of is(node)) ids.add(id);
  return ids;
}

/** The ids of a node: one, where a schema declares any. */
function idsOfNodes(tree: Tree, schema: Schema): (node: NodeId) => readonly string[] {
  const names = tree.typeNames.map((type) => idsUnder(schema).filter((id) => id.type === null || id.type === type));
  return (node) =>
    names[tree.type[node]!]!.flatMap(({ name }) => {
      const id = tree.attribute(node, name);
      return id === undefined || id === "" ? [] : [id];
    });
}

function nodesById(tree: Tree, schema: Schema, ids: ReadonlySet<string>): Map<string, NodeId[]> {
  const nodes = new Map<string, NodeId[]>();
  eachId(tree, idsUnder(schema), (node, value) => {
    const id = tree.values.get(value);
    if (ids.has(id)) append(nodes, id, node);
  });
  for (const each of nodes.values()) each.sort((a, b) => a - b);
  return nodes;
}

function idValue(tree: Tree, schema: Schema, node: NodeId, id: string): number {
  for (const { name } of idsUnder(schema)) {
    if (tree.attribute(node, name) === id) return tree.attributeValue(node, tree.attributeId(name));
  }
  return NONE;
}

/** Nodes that the edits touched, and those that refer to one of some ids. */
function nodesWithReferences(
  tree: Tree,
  { declared }: ReferenceCheck,
  touched: Iterable<NodeId>,
  ids: ReadonlySet<string>,
): readonly NodeId[] {
  const nodes = new Set(touched);
  if (ids.size > 0) {
    for (const [type, references] of declared.entries()) {
      for (const { attribute } of references) {
        for (const node of tree.postings[type]!) {
          const value = tree.attributeValue(node, attribute);
          if (value === NONE || nodes.has(node)) continue;
          const text = tree.values.get(value);
          if (ids.has(text) || idsIn(text).some((id) => ids.has(id))) nodes.add(node);
        }
      }
    }
  }
  return [...nodes].sort((a, b) => a - b);
}
