import type { Inspection } from "@semantic-xpath/inspect";
import type { CompiledQuery } from "@semantic-xpath/runtime";
import type { CacheUse } from "../../input/cache.js";
import { type Prepared, preparing, type RunChoice } from "../../input/prepare.js";
import { type QuerySource, readQuery } from "../../input/query.js";
import type { World } from "../../render/screen.js";
import { inspectQuery } from "../../runQuery.js";
import { readArguments } from "../../spec/readLine.js";
import { usage } from "../../stop.js";
import type { CompareLine } from "./command.js";

/** A run that was done and can be asked about. */
export interface Observed extends Prepared {
  readonly inspection: Inspection;
  readonly limit: number | undefined;
  /** How often an expensive scorer was really called; null if nothing is kept of it. */
  readonly use: CacheUse | null;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/** The two runs: the later one differs in what a second query and the options `--with-…` say. Both are read before one begins. */
export async function observeBoth(
  { operands, options }: CompareLine,
  io: World,
): Promise<readonly [Observed, Observed]> {
  const given = Object.entries(options).filter(([name, value]) => name.startsWith("with-") && isGiven(value));
  const { query, ...others }: Partial<RunChoice> = Object.fromEntries(
    given.map(([name, value]) => [name.slice("with-".length), value]),
  );
  const [text = "", second] = operands;
  if (second === undefined && given.length === 0)
    throw usage("nothing would be different: add a second query, --with-data FILE, --with-scorer NAME ...");
  const otherText = query !== undefined && isQuery(query) ? query : undefined;
  if (second !== undefined && otherText !== undefined)
    throw usage(`there are two second queries: "${second}" and "${otherText}".`);
  const params = readArguments(options.param);
  const own = readArguments(options["with-param"]);
  const source = await readQuery(text, io);
  const other = second ?? otherText;
  const otherSource = other === undefined || other === text ? source : named(await readQuery(other, io));
  // A name that was meant for the first query says nothing about a second one without a file.
  const sharedName = otherSource.file === null && otherSource !== source ? undefined : options.query;
  const prepare = preparing(io);
  const before = await prepare(source, options);
  const name = otherText === undefined ? query : undefined;
  const after = await prepare(otherSource, { ...options, ...others, query: name ?? sharedName });
  const shared = (run: Prepared, rival: Prepared) =>
    Object.entries(params).filter(([name]) => takes(run.query, name) || !takes(rival.query, name));
  return [
    await observe(before, Object.fromEntries(shared(before, after)), io),
    await observe(after, { ...Object.fromEntries(shared(after, before)), ...own }, io),
  ];
}

const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined);

/** A name is neither a path nor a file. */
const isQuery = (text: string): boolean => /^[/(]/.test(text) || text.endsWith(".sxp");

/** Messages say which of two bare queries they mean. */
const named = (source: QuerySource): QuerySource =>
  source.file === null ? { ...source, name: "second query" } : source;

/** An argument for both is one for the queries that have such a parameter; one that neither has is left for the run to report. */
const takes = ({ plan }: CompiledQuery, name: string): boolean =>
  plan.parameters.some((parameter) => parameter.name === name);

async function observe(prepared: Prepared, params: Readonly<Record<string, string>>, io: World): Promise<Observed> {
  const { scorer, kept } = prepared.scoring;
  // Two runs may call the same scorer, which counts for both.
  const already = scorer.cost === "expensive" && kept !== null ? { ...kept.use } : null;
  const inspection = await inspectQuery({ ...prepared, io }, { ...prepared.options, params });
  const use = already === null || kept === null ? null : since(already, kept.use);
  return { ...prepared, inspection, limit: prepared.options.limit, use, at: Date.now() };
}

const since = (before: CacheUse, now: CacheUse): CacheUse => ({
  calls: now.calls - before.calls,
  pairs: now.pairs - before.pairs,
  hits: now.hits - before.hits,
});
