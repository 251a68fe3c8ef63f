import type { Schema } from "@semantic-xpath/planner";
import type { CompiledQuery, Tree } from "@semantic-xpath/runtime";
import { compileChosen } from "../../input/compile.js";
import { readData } from "../../input/data.js";
import { declaredQueries } from "../../input/declarations.js";
import { importedPath, type QuerySource, readQuery } from "../../input/query.js";
import { schemaFor } from "../../input/schema.js";
import { openScoring, type Scoring } from "../../input/scorer.js";
import type { Io } from "../../io.js";
import type { Screen } from "../../render/screen.js";
import { usage } from "../../stop.js";
import type { AskedRun } from "./asked.js";

/** A run before it begins: everything is read, and nothing was asked of a scorer. */
export interface Prepared {
  readonly source: QuerySource;
  readonly query: CompiledQuery;
  /** The name of a declared query, null for a bare one. */
  readonly name: string | null;
  readonly tree: Tree;
  readonly dataPath: string;
  readonly schemaPath: string | null;
  readonly scoring: Scoring;
  readonly params: Readonly<Record<string, string>>;
}

/** Reads what both runs need. What is the same for both is read, compiled and opened once. */
export async function prepareBoth(
  [before, after]: readonly [AskedRun, AskedRun],
  cache: boolean,
  io: Io,
  errors: Screen,
): Promise<readonly [Prepared, Prepared]> {
  const source = remembering((text: string) => readQuery(text, io));
  const scoring = remembering((name: string | undefined) =>
    openScoring({ scorer: name, cache, command: "compare" }, io, errors),
  );
  const one = await source(before.query);
  const other = before.query === after.query ? one : named(await source(after.query));
  const { limits } = await scoring(before.scorer);
  const data = remembering((path: string) => readData(path, io, errors, limits));
  const schema = remembering((path: string) => schemaFor(path, null, io, errors));
  const compiled = remembering((_key: string, which: QuerySource, name: string | undefined, read: Schema | null) =>
    compileChosen(which, { schema: read, name, command: "compare" }, io, errors),
  );
  const prepare = async (asked: AskedRun, which: QuerySource) => {
    const schemaPath = asked.schema ?? importedPath(which, "schema", io);
    // A name that was meant for the first query says nothing about a second one without a file.
    const name = which.file === null && which !== one && asked.name === before.name ? undefined : asked.name;
    const read = schemaPath === null ? null : await schema(schemaPath);
    const { query } = await compiled(JSON.stringify([asked.query, name, schemaPath]), which, name, read);
    const dataPath = asked.data ?? importedPath(which, "data", io);
    if (dataPath === null) throw usage("a query runs over data: add --data FILE.", "compare");
    return { source: which, query, name: nameOf(which, name), dataPath, schemaPath };
  };
  const [first, second] = [await prepare(before, one), await prepare(after, other)];
  const params = argumentsOf([before, first.query], [after, second.query]);
  return [
    { ...first, tree: (await data(first.dataPath)).tree, scoring: await scoring(before.scorer), params: params[0] },
    { ...second, tree: (await data(second.dataPath)).tree, scoring: await scoring(after.scorer), params: params[1] },
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
