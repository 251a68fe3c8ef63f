import { type AstNode, type Diagnostic, diagnose } from "@semantic-xpath/parser";
import {
  type Candidate,
  CompiledUpdate,
  compileUpdate,
  type Operation,
  type PendingOptions,
  parseOperations,
  type ResolvedTarget,
  RunError,
  type UpdateCompilation,
} from "@semantic-xpath/runtime";
import type { NodeData } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import type { NodeKey } from "../keys.js";
import { MemoryError } from "../memoryError.js";
import type { Task } from "../store/task.js";
import type { Version } from "../store/version.js";
import type { Resolve, Resolved } from "./transaction.js";
import { shortText, type UpdateTarget } from "./updateTarget.js";

/** Options for finding the targets of an update. */
export interface ResolvingOptions
  extends Pick<PendingOptions, "params" | "confidence" | "scorer" | "signal" | "budget" | "now"> {
  /** Name of the declared update in a document; required if there are several. */
  readonly name?: string;
}

/** Translates an update into edits of any version. */
export function resolving(
  task: Task,
  update: string | readonly Operation[] | CompiledUpdate,
  options: ResolvingOptions,
): Resolve {
  return async (version) => {
    const compiled = compiledFor(update, version, options.name);
    const { update: ready, diagnostics } = compiled;
    if (ready === undefined) return invalid(diagnostics);
    // Violations of the schema are reported for the resulting tree.
    const warnings = diagnostics.filter(({ severity }) => severity === "warning");
    try {
      const resolution = await resolved(ready, version, pendingOptions(task, version, options));
      return { ...resolution, diagnostics: [...warnings, ...resolution.diagnostics] };
    } catch (error) {
      // An argument that is missing or unsuitable.
      if (!(error instanceof RunError && error.code === "SXP4009")) throw error;
      return invalid([error.diagnostic]);
    }
  };
}

const invalid = (diagnostics: readonly Diagnostic[]): Resolved => ({
  edits: [],
  targets: [],
  diagnostics,
  status: "invalid",
});

function compiledFor(
  update: string | readonly Operation[] | CompiledUpdate,
  { schema }: Version,
  name: string | undefined,
): Pick<UpdateCompilation, "update" | "diagnostics"> {
  if (update instanceof CompiledUpdate) return { update, diagnostics: [] };
  try {
    const source = typeof update === "string" ? update : parseOperations(update);
    return compileUpdate(source, defined({ schema, name }));
  } catch (error) {
    // Operations come from outside, as JSON.
    if (!(error instanceof RangeError)) throw error;
    return { diagnostics: [diagnose("SXP5036", { start: 0, end: 0 }, { problem: error.message })] };
  }
}

const pendingOptions = (
  task: Task,
  version: Version,
  { params, confidence, scorer, signal, budget, now }: ResolvingOptions,
): PendingOptions => ({
  ...defined({ params, confidence, scorer, signal, budget, now }),
  nodeOfKey: (key) => version.nodeOf(key),
  nodeOfVersion: (key, number) => oldNode(task, key, number),
});

/** A node of an old version. */
function oldNode(task: Task, key: NodeKey, number: number): NodeData | null {
  try {
    return task.version(number).data(key);
  } catch (error) {
    if (error instanceof MemoryError) return null;
    throw error;
  }
}

async function resolved(update: CompiledUpdate, version: Version, options: PendingOptions): Promise<Resolved> {
  const { edits, targets, diagnostics } = await update.pending(version.tree(), options);
  const about: UpdateTarget[] = [];
  for (const target of targets) about.push(await targetOf(update, version, target, options));
  const isUnclear = targets.some(({ status }) => status !== "chosen" && status !== "given");
  const isFailed = diagnostics.some(({ severity }) => severity === "error");
  return { edits, targets: about, diagnostics, status: isUnclear ? "unclear" : isFailed ? "invalid" : "ready" };
}

async function targetOf(
  update: CompiledUpdate,
  version: Version,
  { text, span, status, chosen, candidates, count }: ResolvedTarget,
  options: PendingOptions,
): Promise<UpdateTarget> {
  const { source } = update;
  const keyOf = ({ node }: Candidate): NodeKey => version.keyOf(node);
  return {
    target: text,
    outcome: status,
    key: chosen === null ? null : keyOf(chosen),
    path: chosen?.path ?? null,
    weight: chosen?.weight ?? null,
    candidates: (chosen === null ? candidates : []).map((candidate) => {
      const exact = candidate.value === null ? `#${keyOf(candidate)}` : candidate.path;
      return {
        key: keyOf(candidate),
        path: candidate.path,
        weight: candidate.weight,
        text: shortText(version.segments, candidate.node),
        repair: `${source.slice(0, span.start)}${exact}${source.slice(span.end)}`,
      };
    }),
    count,
    reason: status === "none" ? await reasonOf(update, version, span, options) : null,
  };
}

/** Why a path led nowhere. A scorer that is expensive is not asked again. */
async function reasonOf(
  update: CompiledUpdate,
  version: Version,
  { start, end }: ResolvedTarget["span"],
  { params = {}, scorer, now }: PendingOptions,
): Promise<string | null> {
  const isIt = ({ kind, span }: AstNode): boolean => kind === "Path" && span.start === start && span.end === end;
  const query = [...update.parts].find(([part]) => isIt(part))?.[1];
  if (query === undefined || (query.isSemantic && scorer?.cost !== "cheap" && scorer !== undefined)) return null;
  const values = Object.entries(params).filter(([, value]) => typeof value === "string" || typeof value === "number");
  const scalars = Object.fromEntries(values) as Record<string, string | number>;
  const { stats } = await query.run(version.tree(), defined({ params: scalars, scorer, now }));
  return stats.empty?.message ?? null;
}
