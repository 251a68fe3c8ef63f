import { type Diagnostic, diagnose, type Path, print, type Span, type UpdateTarget } from "@semantic-xpath/parser";
import { type NodeId, nodePath } from "@semantic-xpath/tree";
import { shortest } from "../execute/reaches.js";
import type { Match } from "../match.js";
import type { TraceFactor, TraceResult } from "../trace/trace.js";
import type { PartRole } from "./explainUpdate.js";
import { type PartRun, runPart } from "./runPart.js";

/** Confidence required of a node found by relevance. Both in [0, 1]. */
export interface Confidence {
  /** The least weight. Default 0.3. */
  readonly weight: number;
  /** The least distance of its weight to that of the next best. Default 0.1. */
  readonly margin: number;
}

/** A node, attribute or own text that a path led to. */
export interface Candidate {
  /** Its number in the tree that was given. */
  readonly node: NodeId;
  /** The name of the attribute that was found, `text()` for the own text, null for the node itself. */
  readonly value: string | null;
  readonly path: string;
  readonly weight: number;
  /** Origin of its weight; empty without a relevance. */
  readonly why: readonly { readonly text: string; readonly path: string; readonly score: number | null }[];
}

/** Resolution of a path, key or parameter of a primitive. */
export interface ResolvedTarget {
  /** Number of the primitive, from 0. */
  readonly primitive: number;
  readonly role: Exclude<PartRole, "value">;
  /** As it is printed, and its place in the text. */
  readonly text: string;
  readonly span: Span;
  /**
   * `chosen`: surely this one. `ambiguous`: others are as good. `unsure`: the best is not good enough. `none`: there is none. `given`: a
   * node that is an argument, which is put in place.
   */
  readonly status: "chosen" | "ambiguous" | "unsure" | "none" | "given";
  readonly chosen: Candidate | null;
  /** The best ones first, at most ten. */
  readonly candidates: readonly Candidate[];
  /** Total number of candidates. */
  readonly count: number;
}

const MAX_CANDIDATES = 10;
const MAX_PATHS = 3;
export const CONFIDENCE: Confidence = { weight: 0.3, margin: 0.1 };

/** Throws a RangeError for what is not a number from 0 to 1. */
export function confidenceOf(given: Partial<Confidence> = {}): Confidence {
  const confidence = { ...CONFIDENCE, ...given };
  for (const [name, value] of Object.entries(confidence))
    if (!(value >= 0 && value <= 1))
      throw new RangeError(`confidence.${name} must be a number from 0 to 1, not ${value}`);
  return confidence;
}

export interface Resolving extends PartRun {
  readonly confidence: Confidence;
  /** The node of a key in the tree that was given; null: there is none. */
  readonly nodeOfKey: (key: number) => NodeId | null;
}

/** Place of a target in the update. */
export interface TargetPlace {
  readonly primitive: number;
  readonly role: ResolvedTarget["role"];
}

/** A resolved target, with its problems. */
interface Resolution {
  readonly target: ResolvedTarget;
  readonly diagnostics: readonly Diagnostic[];
}

/** The node that a target is about. A path without relevances must lead to one; of others the best must be sure. */
export async function resolveTarget(
  resolving: Resolving,
  target: Exclude<UpdateTarget, { kind: "Missing" }>,
  place: TargetPlace,
): Promise<Resolution> {
  if (target.kind === "Path") return resolvePath(resolving, target, place);
  if (target.kind === "NodeKey") return resolveKey(resolving, target.key, target, place);
  const { name } = target;
  const value = Object.hasOwn(resolving.params, name) ? resolving.params[name] : undefined;
  if (typeof value === "number") return resolveKey(resolving, value, target, place);
  const problem =
    value === undefined
      ? "has no value: give the key of a node with the update"
      : "must be one node: its key, which is a number";
  return failed(target, place, diagnose("SXP4048", target.span, { what: `"$${name}"`, problem }));
}

function failed(target: UpdateTarget, place: TargetPlace, diagnostic: Diagnostic): Resolution {
  return { target: resolvedOf(target, place, "none", []), diagnostics: [diagnostic] };
}

function resolvedOf(
  target: UpdateTarget,
  place: TargetPlace,
  status: ResolvedTarget["status"],
  candidates: readonly Candidate[],
): ResolvedTarget {
  return {
    ...place,
    text: print(target),
    span: target.span,
    status,
    chosen: status === "chosen" ? candidates[0]! : null,
    candidates: candidates.slice(0, MAX_CANDIDATES),
    count: candidates.length,
  };
}

function resolveKey({ nodeOfKey, seen }: Resolving, key: number, target: UpdateTarget, place: TargetPlace): Resolution {
  const node = Number.isSafeInteger(key) && key > 0 ? (nodeOfKey(key) ?? 0) : 0;
  if (!(node >= 1 && node <= seen.tree.size)) {
    const problem = "is the key of no node here";
    return failed(target, place, diagnose("SXP4048", target.span, { what: `#${key}`, problem }));
  }
  const path = nodePath(seen.tree, node);
  const candidate = { node, value: null, path, weight: 1, why: [] };
  return { target: resolvedOf(target, place, "chosen", [candidate]), diagnostics: [] };
}

async function resolvePath(resolving: Resolving, path: Path, place: TargetPlace): Promise<Resolution> {
  const { matches, trace } = await runPart(resolving, path);
  const isWeighed = resolving.update.parts.get(path)!.isSemantic;
  const candidates = matches.map((match, i) => candidateOf(resolving, match, trace?.results[i]));
  if (isWeighed) candidates.sort((a, b) => b.weight - a.weight);
  const { status, diagnostic } = judge(resolving, path, candidates, isWeighed);
  return {
    target: resolvedOf(path, place, status, candidates),
    diagnostics: diagnostic === null ? [] : [diagnostic],
  };
}

function candidateOf({ seen }: Resolving, match: Match, result: TraceResult | undefined): Candidate {
  const value = match.text !== null ? "text()" : (match.attribute?.name ?? null);
  return {
    node: seen.unfold(match.id),
    value,
    path: match.path,
    weight: shortest(match.weight),
    why: (result?.factors ?? []).flatMap(reasonsOf),
  };
}

const reasonsOf = ({ scores }: TraceFactor): Candidate["why"] =>
  scores.map(({ path, algebra }) => ({ text: algebra.text, path, score: algebra.value }));

interface Judgement {
  readonly status: ResolvedTarget["status"];
  readonly diagnostic: Diagnostic | null;
}

function judge({ confidence }: Resolving, path: Path, candidates: readonly Candidate[], isWeighed: boolean): Judgement {
  const [best, second] = candidates;
  const { span } = path;
  const text = print(path);
  if (best === undefined) return { status: "none", diagnostic: diagnose("SXP4041", span, { text }) };
  if (!isWeighed) {
    if (second === undefined) return { status: "chosen", diagnostic: null };
    const paths = candidates.slice(0, MAX_PATHS).map(({ path }) => path);
    return { status: "ambiguous", diagnostic: diagnose("SXP4042", span, { text, count: candidates.length, paths }) };
  }
  const [weight, least] = [String(best.weight), String(confidence.weight)];
  if (best.weight < confidence.weight)
    return { status: "unsure", diagnostic: diagnose("SXP4044", span, { text, best: best.path, weight, least }) };
  if (second === undefined || best.weight - second.weight >= confidence.margin)
    return { status: "chosen", diagnostic: null };
  const parameters = { text, first: named(best), second: named(second), margin: String(confidence.margin) };
  return { status: "ambiguous", diagnostic: diagnose("SXP4043", span, parameters) };
}

const named = ({ path, weight }: Candidate): string => `${path} (${weight})`;
