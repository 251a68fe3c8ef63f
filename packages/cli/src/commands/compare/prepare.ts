import type { Inspection } from "@semantic-xpath/inspect";
import type { Schema } from "@semantic-xpath/planner";
import type { CompiledQuery, Tree } from "@semantic-xpath/runtime";
import type { CacheUse } from "../../input/cache.js";
import { compileChosen, schemaFor } from "../../input/compile.js";
import { readData } from "../../input/data.js";
import { declaredQueries, importedPath, type QuerySource, readQuery } from "../../input/query.js";
import { openScoring, type Scoring } from "../../input/scorer.js";
import type { World } from "../../render/screen.js";
import { inspectQuery } from "../../runQuery.js";
import { defined, readArguments } from "../../spec/readLine.js";
import { usage } from "../../stop.js";
import type { CompareLine } from "./command.js";

/** One of the two runs, as the command line asks for it. */
interface AskedRun {
  readonly query: string;
  readonly name: string | undefined;
  readonly data: string | undefined;
  readonly schema: string | undefined;
  readonly scorer: string | undefined;
  /** Arguments for both runs, as far as they have such a parameter, and those for this one alone. */
  readonly shared: Readonly<Record<string, string>>;
  readonly own: Readonly<Record<string, string>>;
  readonly limit: number | undefined;
  readonly minScore: number | undefined;
}

/** The two runs: the later one differs in what a second query and the options `--with-…` say. */
export function askedRuns(line: CompareLine): readonly [AskedRun, AskedRun] {
  checkOptions(line);
  const { operands, options } = line;
  const [query = "", second] = operands;
  const before: AskedRun = {
    query,
    name: options.query,
    data: options.data,
    schema: options.schema,
    scorer: options.scorer,
    shared: readArguments(options.param, "compare"),
    own: {},
    limit: options.limit,
    minScore: options["min-score"],
  };
  const given = options["with-query"];
  const text = second ?? (given !== undefined && isQuery(given) ? given : undefined);
  const after: AskedRun = {
    ...before,
    own: readArguments(options["with-param"], "compare"),
    ...defined({
      query: text,
      name: given !== undefined && !isQuery(given) ? given : undefined,
      data: options["with-data"],
      schema: options["with-schema"],
      scorer: options["with-scorer"],
      limit: options["with-limit"],
      minScore: options["with-min-score"],
    }),
  };
  return [before, after];
}

/** A name is neither a path nor a file. */
const isQuery = (text: string): boolean => /^[/(]/.test(text) || text.endsWith(".sxp");

function checkOptions({ operands, options }: CompareLine): void {
  const others = Object.entries(options).filter(([name, value]) => name.startsWith("with-") && isGiven(value));
  if (operands.length === 1 && others.length === 0)
    throw usage("nothing would be different: add a second query, --with-data FILE, --with-scorer NAME ...", "compare");
  const given = options["with-query"];
  if (operands.length > 1 && given !== undefined && isQuery(given))
    throw usage(`there are two second queries: "${operands[1]}" and "${given}".`, "compare");
}

const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined);

/** A run before it begins: everything is read, and no scorer was called. */
interface Prepared {
  readonly source: QuerySource;
  readonly query: CompiledQuery;
  /** The name of a declared query, null for a bare one. */
  readonly name: string | null;
  readonly tree: Tree;
  readonly dataName: string;
  readonly schemaName: string | null;
  readonly scoring: Scoring;
  readonly params: Readonly<Record<string, string>>;
}

/** Reads what both runs need. What is the same for both is read, compiled and opened once. */
export async function prepareBoth(
  [before, after]: readonly [AskedRun, AskedRun],
  cache: boolean,
  io: World,
): Promise<readonly [Prepared, Prepared]> {
  const source = remembering((text: string) => readQuery(text, io));
  const scoring = remembering((name: string | undefined) =>
    openScoring({ scorer: name, cache, command: "compare" }, io),
  );
  const one = await source(before.query);
  const other = before.query === after.query ? one : named(await source(after.query));
  const { limits } = await scoring(before.scorer);
  const data = remembering((path: string) => readData(path, io, limits));
  const schema = remembering((path: string) => schemaFor(path, null, io));
  const compiled = remembering((_key: string, which: QuerySource, name: string | undefined, read: Schema | null) =>
    compileChosen(which, { schema: read, name, command: "compare" }, io),
  );
  const prepare = async (asked: AskedRun, which: QuerySource) => {
    const schemaName = asked.schema ?? importedPath(which, "schema", io);
    // A name that was meant for the first query says nothing about a second one without a file.
    const name = which.file === null && which !== one && asked.name === before.name ? undefined : asked.name;
    const read = schemaName === null ? null : await schema(schemaName);
    const { query } = await compiled(JSON.stringify([asked.query, name, schemaName]), which, name, read);
    const dataName = asked.data ?? importedPath(which, "data", io);
    if (dataName === null) throw usage("a query runs over data: add --data FILE.", "compare");
    return { source: which, query, name: nameOf(which, name), dataName, schemaName };
  };
  const [first, second] = [await prepare(before, one), await prepare(after, other)];
  const params = argumentsOf([before, first.query], [after, second.query]);
  return [
    { ...first, tree: (await data(first.dataName)).tree, scoring: await scoring(before.scorer), params: params[0] },
    { ...second, tree: (await data(second.dataName)).tree, scoring: await scoring(after.scorer), params: params[1] },
  ];
}

/** Messages say which of two bare queries they mean. */
const named = (source: QuerySource): QuerySource =>
  source.file === null ? { ...source, name: "second query" } : source;

const nameOf = (source: QuerySource, name: string | undefined): string | null =>
  name ?? declaredQueries(source)[0]?.name ?? null;

type Side = readonly [asked: AskedRun, query: CompiledQuery];

/** An argument for both is one for the queries that have such a parameter; one that neither has is left for the run to report. */
function argumentsOf(before: Side, after: Side): readonly [Record<string, string>, Record<string, string>] {
  const has = ([, { plan }]: Side, name: string): boolean =>
    plan.parameters.some((parameter) => parameter.name === name);
  const of = (side: Side, other: Side): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(side[0].shared).filter(([name]) => has(side, name) || !has(other, name))),
    ...side[0].own,
  });
  return [of(before, after), of(after, before)];
}

/** The same answer to the same first argument. */
function remembering<A extends readonly [unknown, ...unknown[]], T>(make: (...given: A) => Promise<T>) {
  const made = new Map<A[0], Promise<T>>();
  return (...given: A): Promise<T> => {
    const known = made.get(given[0]) ?? make(...given);
    made.set(given[0], known);
    return known;
  };
}

/** A run that was done and can be asked about. */
export interface Observed extends Prepared {
  readonly inspection: Inspection;
  readonly limit: number | undefined;
  /** How often an expensive scorer was really called; null if nothing is kept of it. */
  readonly use: CacheUse | null;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

export async function observe(
  prepared: Prepared,
  { limit, minScore }: AskedRun,
  maxMilliseconds: number | undefined,
  io: World,
): Promise<Observed> {
  const { params } = prepared;
  const { scorer, kept, limits } = prepared.scoring;
  const budget = { ...limits, ...defined({ maxMilliseconds }) };
  const options = { scorer, params, budget, ...defined({ limit, minScore }) };
  // Two runs may call the same scorer, which counts for both.
  const already = scorer.cost === "expensive" && kept !== null ? { ...kept.use } : null;
  const inspection = await inspectQuery({ ...prepared, io }, options);
  const use = already === null || kept === null ? null : since(already, kept.use);
  return { ...prepared, inspection, limit, use, at: Date.now() };
}

const since = (before: CacheUse, now: CacheUse): CacheUse => ({
  calls: now.calls - before.calls,
  pairs: now.pairs - before.pairs,
  hits: now.hits - before.hits,
});
