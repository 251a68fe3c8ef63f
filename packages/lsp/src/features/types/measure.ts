import { type AstNode, parse, walk } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { type CompiledQuery, compile, lexicalScorer, RunError, type Tree } from "@semantic-xpath/runtime";

/** What a path finds in the data. */
export interface Measure {
  readonly matches: number;
  /** Weights where the path is graded, else null. */
  readonly best: number | null;
  readonly least: number | null;
  /** The path of the first or best match. */
  readonly first: string | null;
}

/** What one measuring may cost; beyond it there is no answer, which is shown as nothing. */
const BUDGET = { maxMilliseconds: 400, maxScorerPairs: 50_000, maxScorerCalls: 2_000 } as const;
/** Nodes up to which a structural path is measured while an editor waits. */
const SMALL = 100_000;
const KEPT = 512;

const scorer = lexicalScorer();
const measured = new WeakMap<Tree, WeakMap<object, Map<string, Measure | null>>>();
const NO_SCHEMA = {};

/**
 * Runs a path over the data with the embedded scorer. The answer is kept: the same path over the same tree is a map access. Null where
 * it can't run or costs too much; rejects only when the signal aborts.
 */
export async function measure(
  tree: Tree,
  schema: Schema | null,
  path: string,
  signal?: AbortSignal,
): Promise<Measure | null> {
  const known = keptFor(tree, schema);
  const found = known.get(path);
  if (found !== undefined) return found;
  const now = measureNow(tree, schema, path);
  if (now !== null) return now;
  const query = runnable(schema, path);
  if (query === null || (!query.isSemantic && tree.size > SMALL)) return keep(known, path, null);
  try {
    const { matches } = await query.run(tree, { scorer, budget: BUDGET, ...(signal && { signal }) });
    return keep(known, path, summary(matches));
  } catch (error) {
    if (error instanceof RunError && error.code !== "SXP4004") return keep(known, path, null);
    throw error;
  }
}

/** The same at once, for structural paths over trees of moderate size; null for all others. */
function measureNow(tree: Tree, schema: Schema | null, path: string): Measure | null {
  const known = keptFor(tree, schema);
  const found = known.get(path);
  if (found !== undefined) return found;
  if (tree.size > SMALL) return null;
  const query = runnable(schema, path);
  if (query === null || query.isSemantic) return null;
  const { ids, attributes } = query.select(tree);
  const node = ids.length > 0 && attributes === null ? tree.node(ids[0]!).path : null;
  return keep(known, path, { matches: ids.length, best: null, least: null, first: node });
}

function summary(matches: readonly { readonly weight: number; readonly path: string }[]): Measure {
  let best = 0;
  let least = 1;
  let first: string | null = null;
  for (const match of matches) {
    if (match.weight > best) {
      best = match.weight;
      first = match.path;
    }
    if (match.weight < least) least = match.weight;
  }
  return matches.length === 0
    ? { matches: 0, best: null, least: null, first: null }
    : { matches: matches.length, best, least, first };
}

/** A path with parameters can't run without arguments. */
function runnable(schema: Schema | null, path: string): CompiledQuery | null {
  if (path.includes("$") && hasParameters(path)) return null;
  const { query, diagnostics } = compile(path, { schema });
  return query === undefined || diagnostics.some(({ severity }) => severity === "error") ? null : query;
}

function hasParameters(path: string): boolean {
  let found = false;
  walk(parse(path).ast, (node: AstNode) => {
    found ||= node.kind === "ParameterReference";
  });
  return found;
}

function keptFor(tree: Tree, schema: Schema | null): Map<string, Measure | null> {
  let bySchema = measured.get(tree);
  if (bySchema === undefined) {
    bySchema = new WeakMap();
    measured.set(tree, bySchema);
  }
  let known = bySchema.get(schema ?? NO_SCHEMA);
  if (known === undefined) {
    known = new Map();
    bySchema.set(schema ?? NO_SCHEMA, known);
  }
  return known;
}

function keep(known: Map<string, Measure | null>, path: string, value: Measure | null): Measure | null {
  if (known.size >= KEPT) known.clear();
  known.set(path, value);
  return value;
}
