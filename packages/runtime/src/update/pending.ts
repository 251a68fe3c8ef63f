import {
  byStart,
  type Content,
  type Diagnostic,
  diagnose,
  type Missing,
  type Primitive,
  print,
  type UpdateTarget,
} from "@semantic-xpath/parser";
import { type Edit, type NodeData, type NodeId, nodeData, parseNode, type Tree } from "@semantic-xpath/tree";
import type { RunOptions } from "../runOptions.js";
import type { CompiledUpdate } from "./compiledUpdate.js";
import { type Change, editsOf } from "./editsOf.js";
import { computed, elementData } from "./elementData.js";
import { checkArguments, type UpdateArgument } from "./runPart.js";
import { seenBy } from "./seenTree.js";
import {
  type Candidate,
  type Confidence,
  confidenceOf,
  type ResolvedTarget,
  type Resolving,
  resolveTarget,
  type TargetPlace,
} from "./targets.js";

export interface PendingOptions extends Pick<RunOptions, "scorer" | "signal" | "budget" | "now"> {
  /** Arguments by parameter name, without the sign. For a node its key; where a node is put in place also the node as data. */
  readonly params?: Readonly<Record<string, UpdateArgument>>;
  /** Confidence required of nodes found by relevance. Default: weight 0.3, margin 0.1. */
  readonly confidence?: Partial<Confidence>;
  /** The number that the node with a key has in the tree; null: there is none. Default: by the tree's keys, of a tree without any its number. */
  readonly nodeOfKey?: (key: number) => NodeId | null;
  /** The node with a key in an old version, for copies such as `#17@3`; null: there is none. Default: none. */
  readonly nodeOfVersion?: (key: number, version: number) => NodeData | null;
}

/** Changes of an update. */
export interface PendingUpdate {
  /** In the order in which they are made; numbers are those of the tree that was given. Empty if there is any error. */
  readonly edits: readonly Edit[];
  /** For each primitive what its paths, keys and parameters led to, in the order of the text. */
  readonly targets: readonly ResolvedTarget[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function pendingUpdate(
  update: CompiledUpdate,
  tree: Tree,
  options: PendingOptions,
): Promise<PendingUpdate> {
  const { params = {}, confidence, nodeOfKey = keysOf(tree), nodeOfVersion = () => null, ...run } = options;
  checkArguments(update, params);
  const collecting: Collecting = {
    resolving: {
      update,
      params,
      options: run,
      seen: seenBy(tree, update.schema),
      confidence: confidenceOf(confidence),
      nodeOfKey,
    },
    nodeOfVersion,
    targets: [],
    diagnostics: [],
  };
  const changes: Change[] = [];
  for (const [i, primitive] of update.ast.primitives.entries())
    if (primitive.kind !== "Missing") changes.push(...(await changesOf(collecting, primitive, i)));
  const { targets, diagnostics } = collecting;
  targets.sort(byStart);
  if (diagnostics.length > 0) return { edits: [], targets, diagnostics: sorted(diagnostics) };
  const listed = editsOf(collecting.resolving.seen, changes);
  return { edits: listed.edits, targets, diagnostics: sorted(listed.diagnostics) };
}

const sorted = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => diagnostics.toSorted(byStart);

function keysOf(tree: Tree): (key: number) => NodeId | null {
  const keys = tree.key;
  if (keys === null) return (key) => (key <= tree.size ? key : null);
  return (key) => {
    const node = keys.indexOf(key);
    return node < 1 ? null : node;
  };
}

interface Collecting {
  readonly resolving: Resolving;
  readonly nodeOfVersion: NonNullable<PendingOptions["nodeOfVersion"]>;
  readonly targets: ResolvedTarget[];
  readonly diagnostics: Diagnostic[];
}

/** Nothing where something is not found or sure: then the diagnostics say it. */
async function changesOf(collecting: Collecting, primitive: Primitive, i: number): Promise<readonly Change[]> {
  const { span } = primitive;
  const target = await chosen(collecting, primitive.target, { primitive: i, role: "target" });
  const node = target === null ? null : target.node;
  switch (primitive.kind) {
    case "Insert": {
      const content = await contentData(collecting, primitive.content, i);
      if (node === null || content === null) return [];
      return [{ kind: "insert", span, content, placing: primitive.placing, at: node }];
    }
    case "InsertAttribute": {
      const value = await valueText(collecting, primitive.value);
      if (node === null || value === null || primitive.name.kind === "Missing") return [];
      return [{ kind: "setAttribute", span, node, name: primitive.name.text, value }];
    }
    case "Delete":
      if (target === null || node === null) return [];
      if (target.value === null) return [{ kind: "delete", span, node }];
      return [valueChange(target.value, { span, node, text: null })];
    case "Replace": {
      const content = await contentData(collecting, primitive.content, i);
      return node === null || content === null ? [] : [{ kind: "replace", span, node, content }];
    }
    case "ReplaceValue": {
      const text = await valueText(collecting, primitive.value);
      if (target === null || node === null || text === null) return [];
      if (target.value === null) return [{ kind: "setText", span, node, text, isWhole: true }];
      return [valueChange(target.value, { span, node, text })];
    }
    case "Rename":
      if (node === null || primitive.name.kind === "Missing") return [];
      return [{ kind: "rename", span, node, type: primitive.name.text }];
    case "Move": {
      const at = await chosen(collecting, primitive.destination, { primitive: i, role: "destination" });
      if (node === null || at === null) return [];
      return [{ kind: "move", span, node, placing: primitive.placing, at: at.node }];
    }
  }
}

/** An attribute or an own text that gets another value, or none. */
function valueChange(
  value: string,
  { span, node, text }: { readonly span: Change["span"]; readonly node: NodeId; readonly text: string | null },
): Change {
  if (value === "text()") return { kind: "setText", span, node, text: text ?? "", isWhole: false };
  return { kind: "setAttribute", span, node, name: value, value: text };
}

async function chosen(collecting: Collecting, target: UpdateTarget, place: TargetPlace): Promise<Candidate | null> {
  if (target.kind === "Missing") return null;
  const resolution = await resolveTarget(collecting.resolving, target, place);
  collecting.targets.push(resolution.target);
  collecting.diagnostics.push(...resolution.diagnostics);
  return resolution.target.chosen;
}

async function valueText(
  { resolving, diagnostics }: Collecting,
  value: Parameters<typeof computed>[1] | Missing,
): Promise<string | null> {
  return value.kind === "Missing" ? null : computed(resolving, value, diagnostics);
}

/** Content as data: made, given as an argument, or a copy. */
async function contentData(collecting: Collecting, content: Content, primitive: number): Promise<NodeData | null> {
  const { resolving, diagnostics, nodeOfVersion } = collecting;
  if (content.kind === "Element") return elementData(resolving, content, diagnostics);
  if (content.kind === "NodeKey" && content.version !== null) {
    const copy = nodeOfVersion(content.key, content.version);
    if (copy === null) {
      const problem = "is the key of no node in that version";
      diagnostics.push(diagnose("SXP4048", content.span, { what: print(content), problem }));
    }
    return copy;
  }
  if (content.kind === "ParameterReference") {
    const { name, span } = content;
    const argument = Object.hasOwn(resolving.params, name) ? resolving.params[name] : undefined;
    if (typeof argument === "object") return givenNode(collecting, argument, content, primitive);
    if (typeof argument !== "number") {
      const problem =
        argument === undefined ? "has no value: give a node with the update" : "must be a node, or the key of one";
      diagnostics.push(diagnose("SXP4048", span, { what: `"$${name}"`, problem }));
      return null;
    }
  }
  const source = await chosen(collecting, content, { primitive, role: "content" });
  return source === null ? null : nodeData(resolving.seen.tree, source.node);
}

/** A node that is an argument may come from anywhere: it is looked at before it is used. */
function givenNode(
  { targets, diagnostics }: Collecting,
  given: NodeData,
  { name, span }: { readonly name: string; readonly span: Change["span"] },
  primitive: number,
): NodeData | null {
  try {
    parseNode(given);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    diagnostics.push(diagnose("SXP4048", span, { what: `"$${name}"`, problem: `is not a node: ${error.message}` }));
    return null;
  }
  targets.push({
    primitive,
    role: "content",
    text: `$${name}`,
    span,
    status: "given",
    chosen: null,
    candidates: [],
    count: 0,
  });
  return given;
}
