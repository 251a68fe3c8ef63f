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
const MAX_PREVIEWS = 20;

const TOO_EXPENSIVE = { problem: "Not counted: this would take too long while one types." };
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
  try {
    const options = { scorer, budget: BUDGET, ...(signal && { signal }) };
    if (data instanceof Collection) return inAll(await query.runAll(data, options));
    const result = await query.run(data, options);
    const { ids, value } = result;
    if (value !== undefined) return { ...NOTHING_RANKED, value, matches: ids.length };
    return query.isSemantic ? summary(result) : { ...NOTHING_RANKED, matches: ids.length, top: firstOf(result) };
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

/** The first nodes, groups or records of a structural query; values are not shown. */
function firstOf(matches: Iterable<Match>): readonly Preview[] {
  const top: Preview[] = [];
  for (const match of matches) {
    if (top.length === MAX_PREVIEWS || match.attribute !== null || match.text !== null) break;
    top.push({ ...preview(match), weight: null });
  }
  return top;
}

const NOTHING_RANKED: Measure = { problem: null, matches: 0, best: null, least: null, top: [] };

function summary(matches: Iterable<Match>): Measure {
  let matchCount = 0;
  let best = 0;
  let least = 1;
  for (const { weight } of matches) {
    matchCount++;
    best = Math.max(best, weight);
    least = Math.min(least, weight);
  }
  if (matchCount === 0) return NOTHING_RANKED;
  return { problem: null, matches: matchCount, best, least, top: heaviest(matches).map(preview) };
}

/** The first few by weight, ties in the order of the result: one pass, since there may be many. */
function heaviest(matches: Iterable<Match>): readonly Match[] {
  const top: Match[] = [];
  for (const match of matches) {
    if (top.length === MAX_PREVIEWS && match.weight <= top.at(-1)!.weight) continue;
    const place = top.findIndex(({ weight }) => weight < match.weight);
    top.splice(place < 0 ? top.length : place, 0, match);
    if (top.length > MAX_PREVIEWS) top.pop();
  }
  return top;
}

/** Groups have no path. */
const preview = (match: Match): Preview => {
  const { path, source, weight } = match;
  return { path: source === null || path === "" ? path : `${source}:${path}`, summary: summaryOf(match), weight };
};

function summaryOf({ tree, id, attribute, group, record }: Match): string {
  if (record !== null) return JSON.stringify(record);
  if (group === null) return attribute?.value ?? labelOf(tree, id).summary;
  const keys = Object.entries(group.key).map(
    ([name, key]) => `@${name} ${key === null ? "absent" : JSON.stringify(key)}`,
  );
  return `${keys.join(", ")} · ${count(group.members.length, "member")}`;
}

/** A path with parameters can't run without arguments. */
function runnable(schema: Schema | null, path: string): CompiledQuery | null {
  if (path.includes("$") && freeParameters(parse(path).ast).length > 0) return null;
  const { query, diagnostics } = compile(path, { schema });
  return query === undefined || diagnostics.some(({ severity }) => severity === "error") ? null : query;
}
