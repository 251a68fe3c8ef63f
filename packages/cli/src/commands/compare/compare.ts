import { type Comparison, compareRuns, type Inspection, redactedComparison } from "@semantic-xpath/inspect";
import type { CompiledQuery } from "@semantic-xpath/runtime";
import { onlyTree } from "../../input/data.js";
import { type Prepared, preparing, type RunChoice } from "../../input/prepare.js";
import { type QuerySource, readQuery } from "../../input/query.js";
import { comparisonSaid, comparisonTable } from "../../render/comparison.js";
import { jsonByLine } from "../../render/records.js";
import type { CacheUse } from "../../render/results.js";
import { headLines } from "../../render/results.js";
import type { Screen, World } from "../../render/screen.js";
import { inspectQuery, reportRun } from "../../runQuery.js";
import { readArguments } from "../../spec/readLine.js";
import { EXIT, type ExitCode, usage } from "../../stop.js";
import type { CompareLine } from "./command.js";

/** Prints the differences of two runs on standard output. */
export async function compare(line: CompareLine, io: World): Promise<ExitCode> {
  const { options } = line;
  const [before, after] = await observeBoth(line, io);
  const comparison = compareRuns(before.inspection, after.inspection);
  const isJson = options.format === "json";
  io.stdout.write(
    `${isJson ? jsonByLine(comparison, "rows") : comparisonText(before, after, comparison, io.screen)}\n`,
  );
  if (options.report !== undefined) {
    const { query, scorer, count } = comparison.before;
    const { redact, report: path } = options;
    const earlier = {
      before: { id: "before", title: before.name ?? query, query, scorer, count, at: before.at },
      comparison: redact ? redactedComparison(comparison) : comparison,
    };
    await reportRun(after, { path, redact, comparison: earlier }, io);
  }
  // Weights alone do not count: those of a scorer that learns from the data move with it.
  const isOther = JSON.stringify(comparison.before.value) !== JSON.stringify(comparison.after.value);
  const isAnother = isOther || comparison.rows.some(({ kind }) => kind !== "kept");
  return options["exit-code"] && isAnother ? EXIT.diagnostics : EXIT.fine;
}

/** A comparison for reading: what was asked and what it took, what changed in words, and a row for each node. */
function comparisonText(before: Observed, after: Observed, comparison: Comparison, screen: Screen): string {
  const isOtherData = before.dataName !== after.dataName;
  const heads = [...head("before", before, isOtherData, screen), ...head("after ", after, isOtherData, screen)];
  const parts = [heads, comparisonSaid(comparison, screen), comparisonTable(comparison, screen)];
  return parts.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")])).join("\n\n");
}

/** Query and effort of a run. */
function head(title: string, of: Observed, isOtherData: boolean, screen: Screen): string[] {
  const { query, result, tree } = of.inspection;
  const indent = " ".repeat(title.length + 2);
  const data = isOtherData ? { data: of.dataName } : {};
  const facts = { nodes: tree.size, limit: of.options.limit, scorer: of.scoring.name, use: of.use, ...data };
  const inner = { ...screen, columns: screen.columns - indent.length };
  return headLines(query, result, facts, inner).map((line, i) =>
    i === 0 ? `${screen.paint.dim(title)}  ${line}` : indent + line,
  );
}

/** A run that was done and can be asked about. */
interface Observed extends Prepared {
  readonly inspection: Inspection;
  /** Calls of an expensive scorer, without cached scores; null without a cache. */
  readonly use: CacheUse | null;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/** The two runs: the later one differs in what a second query and the options `--with-…` say. Both are read before one begins. */
async function observeBoth({ operands, options }: CompareLine, io: World): Promise<readonly [Observed, Observed]> {
  const isGiven = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined);
  const overrides = Object.entries(options).filter(([name, value]) => name.startsWith("with-") && isGiven(value));
  const { query, ...others }: Partial<RunChoice> = Object.fromEntries(
    overrides.map(([name, value]) => [name.slice("with-".length), value]),
  );
  const [text = "", second] = operands;
  if (second === undefined && overrides.length === 0)
    throw usage("nothing would be different: add a second query, --with-data FILE, --with-scorer NAME ...");
  // A name is neither a path nor a file.
  const otherText = query !== undefined && /[/(]|\.sxp$/.test(query) ? query : undefined;
  if (second !== undefined && otherText !== undefined)
    throw usage(`there are two second queries: "${second}" and "${otherText}".`);
  const params = readArguments(options.param);
  const secondParams = readArguments(options["with-param"]);
  const source = await readQuery(text, io);
  const other = second ?? otherText;
  const otherSource = other === undefined || other === text ? source : named(await readQuery(other, io));
  // A name for the first query does not apply to a second one without a file.
  const sharedName = otherSource.file === null && otherSource !== source ? undefined : options.query;
  const prepare = preparing(io);
  const before = await prepare(source, options);
  const name = otherText === undefined ? query : undefined;
  const after = await prepare(otherSource, { ...options, ...others, query: name ?? sharedName });
  const shared = (run: Prepared, rival: Prepared) =>
    Object.entries(params).filter(([name]) => takes(run.query, name) || !takes(rival.query, name));
  return [
    await observe(before, Object.fromEntries(shared(before, after)), io),
    await observe(after, { ...Object.fromEntries(shared(after, before)), ...secondParams }, io),
  ];
}

/** Messages name the one of two bare queries. */
const named = (source: QuerySource): QuerySource =>
  source.file === null ? { ...source, name: "second query" } : source;

/** An argument for both is one for the queries that have such a parameter; one that neither has is left for the run to report. */
const takes = ({ plan }: CompiledQuery, name: string): boolean =>
  plan.parameters.some((parameter) => parameter.name === name);

async function observe(prepared: Prepared, params: Readonly<Record<string, string>>, io: World): Promise<Observed> {
  const { kept } = prepared.scoring;
  // Two runs may call the same scorer, which counts for both.
  const already = kept && { ...kept.use };
  onlyTree(prepared.data, "compare looks at");
  const inspection = await inspectQuery({ ...prepared, io }, { ...prepared.options, params });
  const use = already && kept && since(already, kept.use);
  return { ...prepared, inspection, use, at: Date.now() };
}

const since = (before: CacheUse, now: CacheUse): CacheUse => ({
  calls: now.calls - before.calls,
  pairs: now.pairs - before.pairs,
  hits: now.hits - before.hits,
});
