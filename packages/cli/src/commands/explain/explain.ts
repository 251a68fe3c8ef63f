import { jsonText } from "@semantic-xpath/inspect";
import {
  type Actual,
  explainJson,
  explainMermaid,
  PASS_NAMES,
  type PassName,
  type PlanTable,
  planRows,
  planTable,
  type QueryPlan,
  type Schema,
} from "@semantic-xpath/planner";
import {
  type CompiledUpdate,
  compile,
  compileUpdate,
  inferSchema,
  type Trace,
  treeStatistics,
} from "@semantic-xpath/runtime";
import { nodeText, type Tree } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { nowOption } from "../../input/clock.js";
import { compileChosen } from "../../input/compile.js";
import { onlyTree, readData, treesOf } from "../../input/data.js";
import { dataPaths, type QuerySource, readQuery } from "../../input/query.js";
import { schemaFor } from "../../input/schema.js";
import { openScoring } from "../../input/scorer.js";
import { doubtLines } from "../../render/answers.js";
import { diagnosticTexts, hasErrors, inOrder } from "../../render/diagnostics.js";
import { planText } from "../../render/plan.js";
import { queryText } from "../../render/results.js";
import type { World } from "../../render/screen.js";
import { writeLines } from "../../render/write.js";
import { inspectQuery } from "../../runQuery.js";
import { didYouMean, readArguments } from "../../spec/readLine.js";
import { EXIT, Stop, usage } from "../../stop.js";
import type { ExplainLine } from "./command.js";

/** The plan, with counts of the data if there is some, and with what a run did if it is asked for. */
export async function explain({ operands: [operand = ""], options }: ExplainLine, io: World): Promise<undefined> {
  const params = readArguments(options.param);
  const now = nowOption(options.now);
  const without = await passNames(options.without);
  const source = await readQuery(operand, io);
  const schema = await schemaFor(options.schema, source, options.data, io);
  const choice = { schema, name: options.query, without };
  const update = updateChosen(source, choice, io);
  if (update !== null) return writeUpdate(update, options.format ?? "text", io);
  const { query, diagnostics } = await compileChosen(source, choice, io);
  const paths = dataPaths(options.data, options.analyze ? source : null, io);
  if (options.analyze && paths.length === 0) throw usage("--analyze runs the query: add --data FILE.");
  const data = paths.length === 0 ? null : await readData(paths, io, {}, options);
  if (data !== null && schema === null)
    io.stderr.write(diagnosticTexts(source, inOrder(unknownIn(source.text, query.plan, treesOf(data))), io.errors));
  const statistics = data === null ? undefined : treeStatistics(data.isSeveral ? data.collection : data.tree);
  const tree = options.analyze && data !== null ? onlyTree(data, "--analyze looks at") : null;
  const analyse = async () => {
    if (tree === null) return null;
    const { scorer, limits } = await openScoring(options, io);
    const budget = { ...limits, ...defined({ maxMilliseconds: options.timeout }) };
    return inspectQuery({ query, source, tree, io }, { scorer, params, budget, ...defined({ now }) });
  };
  const observed = await analyse();
  const trace = observed?.result.trace;
  switch (options.format ?? "text") {
    case "json":
      io.stdout.write(
        `${jsonText({ ...explainJson(query.plan, statistics), ...(observed && { trace, causes: observed.causes() }) }, 2)}\n`,
      );
      break;
    case "mermaid":
      io.stdout.write(explainMermaid(query.plan, statistics));
      break;
    case "text": {
      const table = planTable(query.plan, statistics, trace && actualsOf(trace));
      const price = data === null || data.isSeveral ? [] : await priceOf(query.plan, data.tree, options, io);
      const moments = trace?.operators.filter(({ kind }) => kind === "Validity") ?? [];
      const validity = moments.map(({ text }) => ["validity", text] as const);
      const plan = { ...table, notes: [...table.notes, ...validity, ...price] };
      io.stdout.write(`${io.screen.paint.bold(queryText(query))}\n\n${planText(plan, io.screen)}\n`);
      if (observed) writeLines(io.stderr, doubtLines(observed, { nearest: null, diagnostics }, source, io.errors));
    }
  }
}

/** Names of a query that the data lacks. Without a schema the query runs all the same, and finds nothing. */
function unknownIn(text: string, { span: { start, end } }: QueryPlan, trees: readonly Tree[]) {
  const { diagnostics } = compile(text, { schema: inferSchema(trees) });
  return diagnostics
    .filter(({ severity, span }) => severity === "error" && span.start >= start && span.end <= end)
    .map((error) => ({ ...error, severity: "warning" as const }));
}

/** Nodes whose mean length stands for that of all. */
const SAMPLED = 512;

/** The most that a scorer with a price costs on a tree, known before it is asked: nothing for others. */
async function priceOf(
  plan: QueryPlan,
  tree: Tree,
  options: ExplainLine["options"],
  io: World,
): Promise<PlanTable["notes"]> {
  if (options.scorer === undefined) return [];
  const { scorer } = await openScoring(options, io);
  if (scorer.price === undefined) return [];
  const rows = planRows(plan, treeStatistics(tree)).filter(({ depth }) => depth === 0);
  const pairs = rows.reduce((sum, { estimate }) => sum + (estimate?.pairs ?? 0), 0);
  const sampled = Math.min(SAMPLED, tree.size);
  let characters = 0;
  for (let i = 0; i < sampled; i++) characters += nodeText(tree, 1 + Math.floor((i * tree.size) / sampled)).length;
  const { calls, tokens } = scorer.price(pairs, sampled === 0 ? 0 : Math.ceil((characters * pairs) / sampled));
  return [["price", `at most ${calls} calls, some ${tokens} tokens`]];
}

/** The chosen update, for inspection; null for a query. Errors end the command. */
function updateChosen(
  source: QuerySource,
  { schema, name }: { readonly schema: Schema | null; readonly name: string | undefined },
  io: World,
): CompiledUpdate | null {
  const { update, updates, declarations } = source.ast;
  const isChosen =
    name === undefined
      ? update !== null || (declarations.length === 0 && updates.length === 1)
      : updates.some((each) => each.name.kind === "Name" && each.name.text === name);
  if (!isChosen) return null;
  const compiled = compileUpdate(source.text, { schema, ...(name !== undefined && { name }) });
  io.stderr.write(diagnosticTexts(source, inOrder(compiled.diagnostics), io.errors));
  if (compiled.update === undefined || hasErrors(compiled.diagnostics)) throw new Stop(EXIT.diagnostics, "");
  return compiled.update;
}

function writeUpdate(update: CompiledUpdate, format: "text" | "json" | "mermaid", io: World): undefined {
  const text = format === "json" ? jsonText(update.explain("json"), 2) : update.explain(format);
  io.stdout.write(`${text}\n`);
}

/** Measurements of a run, by operator. */
export const actualsOf = ({ operators }: Trace): ReadonlyMap<number, Actual> =>
  new Map(operators.map((operator) => [operator.id, operator]));

async function passNames(given: readonly string[]): Promise<readonly PassName[]> {
  const passes: readonly string[] = PASS_NAMES;
  for (const name of given) {
    if (passes.includes(name)) continue;
    const near = await didYouMean(name, passes);
    throw usage(`there is no pass "${name}".${near} Passes: ${passes.join(", ")}.`);
  }
  return given as readonly PassName[];
}
