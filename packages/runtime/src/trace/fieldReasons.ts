import {
  CHILD_KEYS,
  childAt,
  type Expression,
  type FieldPlan,
  isList,
  type PathPlan,
  type PathValues,
  type PlanNode,
} from "@semantic-xpath/planner";
import { NONE, RunError } from "@semantic-xpath/tree";
import { type Batch, nodesBatch } from "../execute/batch.js";
import { evaluateEvidence } from "../execute/evidence.js";
import { type Frame, IdBuffer, OWN_TEXT, pick, weightIn } from "../execute/frame.js";
import { dependenceOf, Once } from "../execute/once.js";
import { fieldValues, type RecordValue } from "../execute/records.js";
import type { Run } from "../execute/run.js";
import { type Column, fromOf, textOf, toOf, valueAt } from "../execute/values/column.js";
import { evaluateValue, frameValues } from "../execute/values/evaluate.js";
import { numberAt } from "../execute/values/numeric.js";
import type { SingleValue } from "../execute/values/written.js";
import { pathOf } from "./drops.js";
import { attributeNameOf } from "./factors.js";
import { settle } from "./knownScores.js";

/** A node or attribute that the value of a field is computed from. */
export interface FieldContributor {
  readonly path: string;
  /** Its values; of what is counted 1, of evidence its weight, of a record in a list nothing. */
  readonly gave: readonly SingleValue[];
  /** The value of the field without it and what is below it; undefined where that can't be computed. */
  readonly without: RecordValue | undefined;
}

/** The contributors of a field of a record. */
export interface FieldReason {
  readonly contributors: readonly FieldContributor[];
  /** The number of all contributors. */
  readonly count: number;
}

/**
 * Gives the contributors of a field for one entry, at most the first `most` of them: the entries that its paths reach, and the attributes of the
 * entry that it reads. Entries that only conditions of these paths use are left out. `run` is a quiet run.
 */
export function fieldReason(run: Run, field: FieldPlan, batch: Batch, most: number): FieldReason {
  const sources = sourcesOf(run, field.value, batch);
  const byPath = new Map<string, { readonly entry: Entry; readonly gave: SingleValue[] }>();
  for (const { frame, gaveAt } of sources.values())
    for (let i = 0; i < frame.ids.length; i++) {
      const [node, attribute] = [frame.ids[i]!, frame.attributes?.[i] ?? NONE];
      const path = pathOf(run, node, attributeNameOf(run, frame, i));
      const contributor = byPath.get(path) ?? { entry: { node, attribute }, gave: [] };
      byPath.set(path, contributor);
      if (byPath.size <= most) contributor.gave.push(...gaveAt(i));
    }
  const entryNode = batch.ids[0]!;
  const contributors = Array.from(byPath)
    .slice(0, most)
    .map(([path, { entry, gave }]) => {
      const without = holds(run, entry, entryNode) ? undefined : valueWithout(run, field, batch, sources, entry);
      return { path, gave, without };
    });
  return { contributors, count: byPath.size };
}

interface Entry {
  readonly node: number;
  readonly attribute: number;
}

/** The entries that a part of an expression reads, with the values of each. */
interface Source {
  readonly frame: Frame;
  readonly type: PathValues["type"];
  readonly gaveAt: (i: number) => readonly SingleValue[];
}
type Sources = ReadonlyMap<PlanNode, Source>;

function sourcesOf(run: Run, root: PlanNode, batch: Batch): Sources {
  const sources = new Map<PlanNode, Source>();
  const visit = (node: PlanNode, call: string): void => {
    const source = sourceOf(run, node, batch, call);
    if (source !== null) {
      sources.set("evidence" in node ? (node.evidence as PathPlan) : node, source);
      return;
    }
    const inCall = node.kind === "Function" ? node.function : node.kind === "Test" ? call : "";
    for (const child of childrenOf(node)) visit(child, inCall);
  };
  visit(root, "");
  return sources;
}

function sourceOf(run: Run, node: PlanNode, batch: Batch, call: string): Source | null {
  switch (node.kind) {
    case "PathValues":
      return pathSource(run, node.evidence, batch, COUNTING.has(call) ? "count" : "values", node.type);
    case "CountValue":
    case "Exists":
      return pathSource(run, node.evidence, batch, "count");
    case "Aggregate":
      return pathSource(run, node.evidence, batch, "weight");
    case "RecordList":
    case "Binding":
      return pathSource(run, node.evidence, batch, "nothing");
    case "AttributeValue":
      return partSource(run, batch, run.tree.attributeId(node.name), node.type);
    case "OwnText":
      return partSource(run, batch, OWN_TEXT, null);
    case "FieldValue":
      return (
        partSource(run, batch, run.tree.attributeId(node.name), node.type) ??
        childSource(run, batch, node.name, node.type)
      );
    default:
      return null;
  }
}

const COUNTING: ReadonlySet<string> = new Set(["count", "exists", "empty"]);

/** Evaluates a path. Null if the path starts at a bound name, or needs scores that are absent. */
function pathSource(
  run: Run,
  path: PathPlan,
  batch: Batch,
  gives: "values" | "count" | "weight" | "nothing",
  type: PathValues["type"] = null,
): Source | null {
  if (dependenceOf(path).onVariables.size > 0) return null;
  const frame = settle(evaluateEvidence(run, path, batch));
  if (frame === null) return null;
  const sequence: Frame = { ...frame, offsets: null };
  const gaveAt = {
    values: valuesOfPath(run, path, sequence, type),
    count: () => [1],
    weight: (i: number) => [weightIn(frame.weights, i)],
    nothing: NOTHING,
  }[gives];
  return { frame: sequence, type, gaveAt };
}

function valuesOfPath(run: Run, { attribute }: PathPlan, frame: Frame, type: PathValues["type"]): Source["gaveAt"] {
  if (attribute?.kind !== "Computed") return valuesOf(run, frame, type);
  const column = settle(evaluateValue(run, attribute.value, nodesBatch(frame.ids)));
  return column === null ? NOTHING : (i) => valuesIn(run, column, fromOf(column, i), toOf(column, i));
}

const NOTHING = (): readonly SingleValue[] => [];

/** The attribute or own text of the entry itself. Null if it is absent. */
function partSource(run: Run, { ids }: Batch, attribute: number, type: PathValues["type"]): Source | null {
  const node = ids[0]!;
  if (run.groups.isGroup(node)) return null;
  const { tree } = run;
  if ((attribute === OWN_TEXT ? tree.text[node]! : tree.attributeValue(node, attribute)) < 0) return null;
  const frame: Frame = { ids, weights: null, offsets: null, attributes: Int32Array.of(attribute) };
  return { frame, type, gaveAt: valuesOf(run, frame, type) };
}

/** The children of a type, whose texts are the values of a field. */
function childSource(run: Run, { ids }: Batch, name: string, type: PathValues["type"]): Source | null {
  const { tree } = run;
  const [node, typeId] = [ids[0]!, tree.typeId(name)];
  if (typeId <= 0 || run.groups.isGroup(node)) return null;
  const children = new IdBuffer(1);
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!)
    if (tree.type[child] === typeId) children.push(child);
  const frame: Frame = { ids: children.take(), weights: null, offsets: null, attributes: null };
  return { frame, type, gaveAt: valuesOf(run, frame, type) };
}

function valuesOf(run: Run, frame: Frame, type: PathValues["type"]): Source["gaveAt"] {
  const { groups } = run;
  if (frame.ids.length === 0 || (frame.attributes === null && groups.areGroups(frame.ids))) return NOTHING;
  const column = frameValues(run, frame, type);
  if (column.kind === "numbers" || column.offsets !== null)
    return (i) => valuesIn(run, column, fromOf(column, i), toOf(column, i));
  return (i) => valuesIn(run, column, i, i + 1);
}

const valuesIn = ({ tree }: Run, column: Column, from: number, to: number): readonly SingleValue[] =>
  Array.from({ length: to - from }, (_, i) => {
    const number = numberAt(tree, column, from + i);
    return Number.isNaN(number) ? textOf(valueAt(tree, column, from + i)) : number;
  });

/** True if an entry is the node or above it: without that entry there is no record. */
const holds = ({ tree, groups }: Run, { node, attribute }: Entry, own: number): boolean =>
  attribute === NONE && !groups.isGroup(node) && !groups.isGroup(own) && own >= node && own < tree.end[node]!;

/** The field, evaluated again over what its paths reach but for one entry: each path is one that has been evaluated to that. */
function valueWithout(
  run: Run,
  field: FieldPlan,
  batch: Batch,
  sources: Sources,
  removed: Entry,
): RecordValue | undefined {
  const once = Once.empty();
  const replaced = (node: PlanNode): PlanNode => {
    const source = sources.get(node);
    if (source !== undefined) {
      const fixed: PathPlan =
        node.kind === "Path"
          ? { ...node, start: { kind: "Document" }, steps: [] }
          : { ...OF_PART, id: (node as Expression).id, span: (node as Expression).span };
      once.set(fixed, "frame", pick(source.frame, keptOf(run, source.frame, removed)));
      return node.kind === "Path"
        ? fixed
        : { kind: "PathValues", id: fixed.id, span: fixed.span, evidence: fixed, type: source.type };
    }
    const changed: Record<string, unknown> = { ...node };
    for (const key of CHILD_KEYS[node.kind]) {
      const child = childAt(node, key);
      // The fields of a nested record read their own entry.
      if (child === null || (node.kind === "RecordList" && key === "record")) continue;
      changed[key] = isList(child) ? child.map(replaced) : replaced(child);
    }
    return changed as unknown as PlanNode;
  };
  try {
    const value = replaced(field.value) as FieldPlan["value"];
    return settle(fieldValues({ ...run, once }, { ...field, value }, batch))?.[0];
  } catch (error) {
    if (error instanceof RunError) return undefined;
    throw error;
  }
}

/** A path to the attributes or children that a part of an expression reads. */
const OF_PART = {
  kind: "Path",
  types: null,
  start: { kind: "Document" },
  steps: [],
  attribute: null,
  order: "document",
} as const;

/** The places of a frame but for those of an entry and of what is below it. */
function keptOf({ tree, groups }: Run, { ids, attributes }: Frame, { node, attribute }: Entry): Int32Array {
  const places = new IdBuffer(ids.length + 1);
  const isPart = attribute !== NONE || groups.isGroup(node);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    const isGone = isPart ? id === node && (attributes?.[i] ?? NONE) === attribute : id >= node && id < tree.end[node]!;
    if (!isGone) places.push(i);
  }
  return places.take();
}

function childrenOf(node: PlanNode): readonly PlanNode[] {
  return CHILD_KEYS[node.kind].flatMap((key) => childAt(node, key) ?? []) as readonly PlanNode[];
}
