import { type Memory, prepareQuery } from "@semantic-xpath/memory";
import { Collection, CompileError } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { nowOption } from "../../input/clock.js";
import type { Prepared } from "../../input/prepare.js";
import { type QuerySource, readQuery } from "../../input/query.js";
import { openScoring } from "../../input/scorer.js";
import { diagnosticTexts, inOrder } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { shellLine } from "../../render/shellLine.js";
import { watched } from "../../runQuery.js";
import { readArguments } from "../../spec/readLine.js";
import { EXIT, Stop } from "../../stop.js";
import { checkOptions, runOne } from "../run/run.js";
import { onMemory } from "./open.js";
import type { QueryLine } from "./readCommands.js";

/** `sxp run` over a memory: what is printed, answered and reported is the same. */
export const query = onMemory(async (memory, { operands: [operand = ""], options }: QueryLine, io, folder) => {
  checkOptions(options);
  const prepared = await preparedOn(memory, folder, await readQuery(operand, io), options, io);
  const { task, at } = options;
  const place = Object.entries({ task, at }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const command = shellLine(["sxp", "memory", "query", folder, operand, ...place]);
  return runOne(prepared, options, command, io);
});

/** A run over a memory before it begins. */
export async function preparedOn(
  memory: Memory,
  folder: string,
  source: QuerySource,
  options: Partial<QueryLine["options"]>,
  io: World,
): Promise<Prepared> {
  const { query: name, limit, "min-score": minScore, timeout: maxMilliseconds, task, at: version } = options;
  // Scores are kept with the memory, so that pruning it takes them along.
  const scoring = await openScoring({ ...options, "no-cache": true }, io);
  const budget = { ...scoring.limits, ...defined({ maxMilliseconds }) };
  const now = nowOption(options.now);
  const params = readArguments(options.param ?? []);
  const choice = defined({ limit, minScore, now, name, task, version });
  const caching = options["no-cache"] ? { cache: null } : {};
  const about = { scorer: scoring.scorer, budget, params, ...caching, ...choice };
  const prepared = await watched({ source, io }, (watching) =>
    prepareQuery(memory, source.text, { ...about, ...watching }),
  ).catch((error: unknown) => {
    if (!(error instanceof CompileError)) throw error;
    io.stderr.write(diagnosticTexts(source, inOrder(error.diagnostics), io.errors));
    throw new Stop(EXIT.diagnostics);
  });
  const { diagnostics, ran } = prepared;
  io.stderr.write(diagnosticTexts(source, inOrder(diagnostics), io.errors));
  const dataName = task === undefined ? folder : `${folder}: ${task}, version ${prepared.opened[0]!.version}`;
  const opened = { name: dataName, path: folder, tree: ran.tree, size: 0, diagnostics: [], text: async () => "" };
  const collection = new Collection([opened]);
  const data = { trees: [opened], collection, tree: ran.tree, isSeveral: false, name: dataName, size: 0, problems: 0 };
  const { signal: _, onProgress: _shown, ...runOptions } = ran.options;
  return {
    ...{ source, query: ran.query, diagnostics, name: name ?? null, data, tree: ran.tree, dataName, scoring },
    schemaName: null,
    options: runOptions,
  };
}
