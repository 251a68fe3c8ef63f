import { jsonText } from "@semantic-xpath/inspect";
import { readableValue, valuesOf } from "@semantic-xpath/inspect/numbers";
import type { CollectionResult } from "@semantic-xpath/runtime";
import { defined, groupBy } from "@semantic-xpath/values";
import { type Data, exitOf } from "../../input/data.js";
import { writeText } from "../../input/files.js";
import { placesOf } from "../../input/places.js";
import type { Prepared } from "../../input/prepare.js";
import { inOneLine } from "../../render/columns.js";
import { emptyText } from "../../render/diagnostics.js";
import { blocksText, jsonByLine, type Place, placeText, recordsText } from "../../render/records.js";
import { caveatLines, headLines, matchTree, ranking, valueJson } from "../../render/results.js";
import type { Screen, World } from "../../render/screen.js";
import { writeLines } from "../../render/write.js";
import { inspectQuery, reportRun, watched } from "../../runQuery.js";
import type { RunLine } from "../../spec/runOptions.js";
import { type ExitCode, usage } from "../../stop.js";

type Options = Partial<RunLine["options"]>;

/** A run over several trees, with what else was asked for. */
interface Several extends Prepared {
  readonly result: CollectionResult;
  readonly places: readonly Place[];
}

/** One result of all trees, each match with its file. */
export async function runSeveral(
  prepared: Prepared,
  options: Options,
  params: Readonly<Record<string, string>>,
  io: World,
): Promise<ExitCode> {
  const { query, data, source } = prepared;
  const trace = options["full-trace"] ? ("full" as const) : options.trace === undefined ? undefined : true;
  const runOptions = { ...prepared.options, params, ...defined({ trace }) };
  const result = await watched({ source, io }, (watching) =>
    query.runAll(data.collection, { ...runOptions, ...watching }),
  );
  if (options.trace !== undefined) await writeText(options.trace, `${jsonText(result.traces, 2)}\n`, io);
  const done = { ...prepared, result, places: await placesOf(result.matches, data) };
  io.stdout.write(await severalText(done, options, io));
  if (options.format !== undefined && options.format !== "text" && options.format !== "json")
    writeLines(io.stderr, caveatLines(result, io.errors));
  const { empty } = result.stats;
  const isForPrograms =
    options.format === "json" || options.format === "jsonl" || options.format === "csv" || options.format === "md";
  if (empty !== null && !isForPrograms) writeLines(io.stderr, [emptyText(source, empty, io.errors)]);
  if (options.report !== undefined) await reportBest(done, options, runOptions, io);
  return exitOf(data);
}

async function severalText(done: Several, { format = "text", limit, tree }: Options, { screen }: World) {
  const { result, places, query, data, scoring } = done;
  const { matches, values, stats, caveats } = result;
  switch (format) {
    case "json": {
      const listed = matches.map((match, i) => ({
        ...match.toJSON(),
        ...defined({ line: places[i]!.line ?? undefined }),
      }));
      const each = values?.map(({ source, value }) => ({ source, value: valueJson(value) }));
      return `${jsonByLine({ ...(each && { values: each }), ...(caveats && { caveats }), matches: listed, stats }, "matches")}\n`;
    }
    case "text": {
      const about = {
        nodes: data.collection.size,
        limit,
        scorer: scoring.name,
        use: scoring.kept?.use ?? null,
        data: data.name,
      };
      const lines = tree ? treesLines(done, screen) : matchLines(done, screen);
      return blocksText([headLines(query, result, about, screen), valueLines(done, screen), lines]);
    }
    default: {
      return recordsText(format, { matches, values, places: async () => places, isSeveral: true });
    }
  }
}

/** Values of each tree, without a total. */
const valueLines = ({ result: { values = [] } }: Several, { paint }: Screen): string[] =>
  values.map(
    ({ source, value }) =>
      `${paint.dim(source)}  ${paint.bold(
        valuesOf(value)
          .map((one) => inOneLine(readableValue(one)))
          .join(", ") || "nothing",
      )}`,
  );

function matchLines({ result: { matches, values }, places }: Several, screen: Screen): string[] {
  // The contributors of values of several trees are too many to list.
  if (values !== undefined) return [];
  return ranking(matches, screen, { labels: places.map(placeText) });
}

/** Tree by tree, in the order of the best match of each. */
function treesLines({ result: { matches } }: Several, screen: Screen): string[] {
  const bySource = groupBy(matches, ({ source }) => source!);
  return [...bySource].flatMap(([source, own]) => [screen.paint.bold(source), ...matchTree(own, screen)]);
}

/** A page is about one tree: that of the best match, with the weights that it has among all. */
async function reportBest(done: Several, options: Options, runOptions: Prepared["options"], io: World): Promise<void> {
  const { data, result } = done;
  const best = data.trees.find(({ name }) => name === result.matches[0]?.source) ?? data.trees[0]!;
  const inspection = await inspectQuery({ ...done, tree: best.tree, io }, { ...runOptions, within: data.collection });
  io.stderr.write(`The page is about ${best.name}, which has the best match of ${data.trees.length} trees.\n`);
  const { report: path = "", redact = false, query } = options;
  await reportRun({ ...done, name: query ?? null, dataName: best.name, inspection }, { path, redact }, io);
}

/** The tree that a path such as `memory/a.xml:/Day[1]` is of, and the path in it. */
export function treeOfPath(written: string, { trees, isSeveral }: Data, option: string) {
  if (!isSeveral) return { tree: trees[0]!.tree, path: written };
  const source = trees.find(({ name }) => written.startsWith(`${name}:`));
  if (source === undefined)
    throw usage(`of several trees, ${option} needs the name of one: ${option} '${trees[0]!.name}:/...'`);
  return { tree: source.tree, path: written.slice(source.name.length + 1) };
}
