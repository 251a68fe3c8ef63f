import {
  type Actual,
  explainJson,
  explainMermaid,
  explainText,
  PASS_NAMES,
  type PassName,
} from "@semantic-xpath/planner";
import { type Inspection, type Trace, type Tree, treeStatistics } from "@semantic-xpath/runtime";
import { compileChosen, schemaFor } from "../../input/compile.js";
import { readData } from "../../input/data.js";
import { importedPath, readQuery } from "../../input/query.js";
import { openScoring } from "../../input/scorer.js";
import type { EXPLAIN_OPTIONS } from "../../options/queryCommands.js";
import { doubtLines } from "../../render/answers.js";
import { planText } from "../../render/plan.js";
import { queryText } from "../../render/results.js";
import { screenOf } from "../../render/screen.js";
import { inspectQuery } from "../../runQuery.js";
import { defined, didYouMean, readArguments } from "../../spec/readLine.js";
import type { Command } from "../../spec/spec.js";
import { EXIT, usage } from "../../stop.js";

/** `sxp explain`: the plan, with counts of the data where there is some, and with what a run did where it is asked for. */
export const explain: Command<typeof EXPLAIN_OPTIONS> = async ({ operands, options, color }, io) => {
  const params = readArguments(options.param, "explain");
  const errors = screenOf(io, "stderr", color);
  const without = await passNames(options.without);
  const source = await readQuery(operands[0]!, io);
  const schema = await schemaFor(options.schema, source, io, errors);
  const { query, told } = await compileChosen(
    source,
    { schema, name: options.query, without, command: "explain" },
    io,
    errors,
  );
  const dataPath = options.data ?? (options.analyze ? importedPath(source, "data", io) : null);
  if (options.analyze && dataPath === null) throw usage("--analyze runs the query: add --data FILE.", "explain");
  const data = dataPath === null ? null : await readData(dataPath, io, errors);
  const statistics = data === null ? undefined : treeStatistics(data.tree);
  const analyse = async (tree: Tree): Promise<Inspection> => {
    const asked = { scorer: options.scorer, cache: !options["no-cache"], command: "explain" };
    const { scorer, limits } = await openScoring(asked, io, errors);
    const budget = { ...limits, ...defined({ maxMilliseconds: options.timeout }) };
    return inspectQuery({ query, source, tree, errors, io }, { scorer, params, budget });
  };
  const observed = options.analyze && data !== null ? await analyse(data.tree) : null;
  const trace = observed?.result.trace;
  switch (options.format ?? "text") {
    case "json":
      io.stdout.write(
        `${JSON.stringify({ ...explainJson(query.plan, statistics), ...(observed && { trace, causes: observed.causes() }) }, null, 2)}\n`,
      );
      break;
    case "mermaid":
      io.stdout.write(explainMermaid(query.plan, statistics));
      break;
    case "text": {
      const screen = screenOf(io, "stdout", color);
      const plan = explainText(query.plan, statistics, trace === undefined ? undefined : actualsOf(trace));
      io.stdout.write(`${screen.paint.bold(queryText(query))}\n\n${planText(plan, screen)}\n`);
      const doubts = observed === null ? [] : doubtLines(observed, { nearest: null, told }, source, errors);
      if (doubts.length > 0) io.stderr.write(`${doubts.join("\n")}\n`);
    }
  }
  return EXIT.fine;
};

/** What a run did, by operator. */
export const actualsOf = ({ operators }: Trace): ReadonlyMap<number, Actual> =>
  new Map(operators.map((operator) => [operator.id, operator]));

async function passNames(given: readonly string[]): Promise<readonly PassName[]> {
  for (const name of given) {
    if ((PASS_NAMES as readonly string[]).includes(name)) continue;
    throw usage(
      `there is no pass "${name}".${await didYouMean(name, PASS_NAMES)} Passes: ${PASS_NAMES.join(", ")}.`,
      "explain",
    );
  }
  return given as readonly PassName[];
}
