import { labelOf } from "@semantic-xpath/inspect";
import { type AstNode, parse, walk } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { type CompiledQuery, compile, lexicalScorer, type Match, RunError, type Tree } from "@semantic-xpath/runtime";

/** What a path finds in the data. */
export interface Measure {
  readonly matches: number;
  /** Weights where the path is graded, else null. */
  readonly best: number | null;
  readonly least: number | null;
  /** The best matches, or the first ones where the path is not graded: 20 at the most. */
  readonly top: readonly Preview[];
}

/** A match in one line. */
export interface Preview {
  readonly path: string;
  /** What the node says. */
  readonly summary: string;
  /** Null where the path is not graded. */
  readonly weight: number | null;
}

/** What one measuring may cost; beyond it there is no answer, which is shown as nothing. */
const BUDGET = { maxMilliseconds: 400, maxScorerPairs: 50_000, maxScorerCalls: 2_000 } as const;
/** Nodes up to which a structural path is measured while an editor waits. */
const SMALL = 100_000;
const KEPT = 512;
const MOST_PREVIEWS = 20;

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
  const first = attributes === null ? Array.from(ids.subarray(0, MOST_PREVIEWS)) : [];
  const top = first.map((id) => ({ path: tree.node(id).path, summary: labelOf(tree, id).summary, weight: null }));
  return keep(known, path, { matches: ids.length, best: null, least: null, top });
}

function summary(matches: readonly Match[]): Measure {
  if (matches.length === 0) return { matches: 0, best: null, least: null, top: [] };
  let best = 0;
  let least = 1;
  for (const { weight } of matches) {
    best = Math.max(best, weight);
    least = Math.min(least, weight);
  }
  return { matches: matches.length, best, least, top: heaviest(matches).map(preview) };
}

/** The first few by weight, ties in the order of the result: one pass, since there may be many. */
function heaviest(matches: readonly Match[]): readonly Match[] {
  const top: Match[] = [];
  for (const match of matches) {
    if (top.length === MOST_PREVIEWS && match.weight <= top.at(-1)!.weight) continue;
    const place = top.findIndex(({ weight }) => weight < match.weight);
    top.splice(place < 0 ? top.length : place, 0, match);
    if (top.length > MOST_PREVIEWS) top.pop();
  }
  return top;
}

const preview = ({ tree, id, path, weight, attribute }: Match): Preview => ({
  path,
  summary: attribute?.value ?? labelOf(tree, id).summary,
  weight,
});

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
