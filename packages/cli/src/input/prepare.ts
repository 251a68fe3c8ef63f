import type { Diagnostic } from "@semantic-xpath/parser";
import type { CompiledQuery, RunOptions, Tree } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import type { World } from "../render/screen.js";
import type { RunLine } from "../spec/runOptions.js";
import { usage } from "../stop.js";
import { nowOption } from "./clock.js";
import { compileChosen } from "./compile.js";
import { type Data, readData } from "./data.js";
import { dataPaths, declaredQueries, type QuerySource } from "./query.js";
import { readSchemaAt, schemaNameFor } from "./schema.js";
import { openScoring, type Scoring } from "./scorer.js";

/** Options of a run. */
export type RunChoice = Pick<RunLine["options"], "data"> & Partial<Omit<RunLine["options"], "format">>;

/** A run before it begins: everything is read, and no scorer was called. */
export interface Prepared {
  readonly source: QuerySource;
  readonly query: CompiledQuery;
  /** Printed diagnostics of the query. */
  readonly diagnostics: readonly Diagnostic[];
  /** The name of a declared query, null for a bare one. */
  readonly name: string | null;
  readonly data: Data;
  /** The tree, and of several the first. */
  readonly tree: Tree;
  readonly dataName: string;
  readonly schemaName: string | null;
  readonly scoring: Scoring;
  /** All but the arguments. */
  readonly options: RunOptions;
}

/** Reads what runs need. What is the same for several is read, compiled and opened once. */
export function preparing(io: World) {
  const once = remembering();
  return async (source: QuerySource, choice: RunChoice): Promise<Prepared> => {
    const { query: name, scorer, language, limit, "min-score": minScore, timeout: maxMilliseconds } = choice;
    const now = nowOption(choice.now);
    const scoring = await once(`scorer ${scorer} ${language}`, () => openScoring(choice, io));
    const schemaName = await schemaNameFor(choice.schema, source, choice.data, io);
    const schema = await once(`schema ${schemaName}`, () => readSchemaAt(schemaName, io));
    const { query, diagnostics } = await once(`query ${JSON.stringify([name, schemaName, source.text])}`, () =>
      compileChosen(source, { schema, name }, io),
    );
    const paths = dataPaths(choice.data, source, io);
    if (paths.length === 0) throw usage("a query runs over data: add --data FILE.");
    const data = await once(`data ${JSON.stringify(paths)}`, () =>
      readData(paths, io, scoring.limits, choice, { kept: scoring.derived }),
    );
    const budget = { ...scoring.limits, ...defined({ maxMilliseconds }) };
    const options = {
      scorer: scoring.scorer,
      budget,
      ...defined({ limit, minScore, now, validAt: choice["valid-at"] }),
    };
    const ownName = name ?? declaredQueries(source)[0]?.name ?? null;
    return {
      source,
      query,
      diagnostics,
      name: ownName,
      data,
      tree: data.tree,
      dataName: data.name,
      schemaName,
      scoring,
      options,
    };
  };
}

/** Memoizes answers by key. */
function remembering() {
  const promises = new Map<string, unknown>();
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const promise = (promises.get(key) as Promise<T> | undefined) ?? make();
    promises.set(key, promise);
    return promise;
  };
}
