import { labelOf } from "@semantic-xpath/inspect";
import { parse } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import {
  Collection,
  type CollectionResult,
  type CompiledQuery,
  compile,
  lexicalScorer,
  type Match,
  type QueryValue,
  RunError,
  type Selection,
  type Tree,
} from "@semantic-xpath/runtime";
import { perObject, remember } from "../kept.js";
import { count } from "../words/words.js";
import { freeParameters } from "./scopes.js";

/** Why there is nothing to say about a path. */
export interface NotMeasured {
  readonly problem: string;
}

/** Matches of a path in the data. */
export interface Measure {
  readonly problem: null;
  /** Value of a query that gives one; `matches` are then its contributors. */
  readonly value?: QueryValue;
  readonly matches: number;
  /** Weights if the path is graded, else null. */
  readonly best: number | null;
  readonly least: number | null;
  /** The best matches, or the first ones of an ungraded path: at most 20. */
  readonly top: readonly Preview[];
}

/** A match in one line. */
export interface Preview {
  readonly path: string;
  /** Content of the node. */
  readonly summary: string;
  /** Null if the path is not graded. */
  readonly weight: number | null;
}

/** Maximum cost of one measurement; beyond it there is no answer. The pairs bound the work, the time is for a machine that is slow besides. */
const BUDGET = { maxMilliseconds: 1000, maxScorerPairs: 50_000, maxScorerCalls: 2_000 } as const;
/** Nodes up to which a structural path is measured while an editor waits. */
const SMALL = 100_000;
const MAX_PREVIEWS = 20;

const TOO_LARGE = { problem: `Not counted: the data has more than ${count(SMALL, "node")}.` };
const TOO_EXPENSIVE = { problem: "Not counted: scoring this while one types would take too long." };
type Measured = Measure | NotMeasured | null;

const scorer = lexicalScorer();
const NO_SCHEMA = {};
const answersFor = perObject((_: Tree | Collection) => perObject((_: object) => new Map<string, Measured>()));

/**
 * Runs a path over the data with the embedded scorer. The answer is kept: the same path over the same tree is a map access. Null if
 * it can't run; rejects only when the signal aborts.
 */
export async function measure(
  data: Tree | Collection,
  schema: Schema | null,
  path: string,
  signal?: AbortSignal,
): Promise<Measured> {
  const answers = answersFor(data)(schema ?? NO_SCHEMA);
  const cached = answers.get(path);
  if (cached !== undefined) return cached;
  const measured = await measureNew(data, schema, path, signal);
  return remember(answers, path, () => measured);
}

async function measureNew(
  data: Tree | Collection,
  schema: Schema | null,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Measured> {
  const query = runnable(schema, path);
  if (query === null) return null;
  const isValue = query.plan.result.kind === "Value";
  if (!query.isSemantic && data.size > SMALL) return TOO_LARGE;
  if (!query.isSemantic && !isValue && !(data instanceof Collection)) return structural(data, query);
  try {
    const options = { scorer, budget: BUDGET, ...(signal && { signal }) };
    if (data instanceof Collection) return inAll(await query.runAll(data, options));
    const { matches, ids, value } = await query.run(data, options);
    return value === undefined ? summary(matches) : { ...NOTHING_RANKED, value, matches: ids.length };
  } catch (error) {
    if (error instanceof RunError && error.code === "SXP4011") return { problem: error.diagnostic.message };
    if (error instanceof RunError && error.code !== "SXP4004") return TOO_EXPENSIVE;
    throw error;
  }
}

/** For several trees: the matches in all; for a value, which each tree has, the number of trees with each value. */
function inAll({ matches, values }: CollectionResult): Measured {
  if (values === undefined) return summary(matches);
  const value = values.flatMap((one) => one.value ?? []);
  return { ...NOTHING_RANKED, value, matches: matches.length };
}

function structural(tree: Tree, query: CompiledQuery): Measured {
  const selected = select(tree, query);
  if ("problem" in selected) return selected;
  const { ids, attributes } = selected;
  const first = attributes === null ? Array.from(ids.subarray(0, MAX_PREVIEWS)) : [];
  const top = first.map((id) => ({ path: tree.node(id).path, summary: labelOf(tree, id).summary, weight: null }));
  return { problem: null, matches: ids.length, best: null, least: null, top };
}

/** A value that an operator can't take ends a run. */
function select(tree: Tree, query: CompiledQuery): Selection | NotMeasured {
  try {
    return query.select(tree);
  } catch (error) {
    if (error instanceof RunError) return { problem: error.diagnostic.message };
    throw error;
  }
}

const NOTHING_RANKED: Measure = { problem: null, matches: 0, best: null, least: null, top: [] };

function summary(matches: readonly Match[]): Measure {
  if (matches.length === 0) return NOTHING_RANKED;
  let best = 0;
  let least = 1;
  for (const { weight } of matches) {
    best = Math.max(best, weight);
    least = Math.min(least, weight);
  }
  return { problem: null, matches: matches.length, best, least, top: heaviest(matches).map(preview) };
}

/** The first few by weight, ties in the order of the result: one pass, since there may be many. */
function heaviest(matches: readonly Match[]): readonly Match[] {
  const top: Match[] = [];
  for (const match of matches) {
    if (top.length === MAX_PREVIEWS && match.weight <= top.at(-1)!.weight) continue;
    const place = top.findIndex(({ weight }) => weight < match.weight);
    top.splice(place < 0 ? top.length : place, 0, match);
    if (top.length > MAX_PREVIEWS) top.pop();
  }
  return top;
}

const preview = ({ tree, id, path, weight, attribute, source }: Match): Preview => ({
  path: source === null ? path : `${source}:${path}`,
  summary: attribute?.value ?? labelOf(tree, id).summary,
  weight,
});

/** A path with parameters can't run without arguments. */
function runnable(schema: Schema | null, path: string): CompiledQuery | null {
  if (path.includes("$") && freeParameters(parse(path).ast).length > 0) return null;
  const { query, diagnostics } = compile(path, { schema });
  return query === undefined || diagnostics.some(({ severity }) => severity === "error") ? null : query;
}
