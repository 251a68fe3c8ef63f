import { inspect } from "@semantic-xpath/inspect";
import { parse } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { compile, type Tree } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { openScoring, type Scoring } from "../../input/scorer.js";
import { progressLine } from "../../progress.js";
import { diagnosticTexts, hasErrors, inOrder, type Source } from "../../render/diagnostics.js";
import { failureOf } from "../../runQuery.js";
import { didYouMean, readArguments } from "../../spec/readLine.js";
import { abortable as waitFor } from "../../stop.js";
import { type Definition, isFunctionCall, readCall } from "./definitions.js";
import { failure, type LoadedData, misuse, note, type Prepared, type Run, type Session } from "./session.js";

/** Differences from the session's settings, for a tried change. */
interface Overrides {
  readonly limit?: number;
  readonly minScore?: number;
}

/** Compiles what was typed: a query, or the name of one with arguments. Mistakes are printed, and errors end it. */
export async function prepare(session: Session, asked: string): Promise<Prepared> {
  const call = callIn(session, asked);
  const definition = call === null ? null : await definitionOf(session, call.name);
  const source =
    definition === null ? { name: "query", text: asked } : { name: definition.name, text: definition.text };
  const schema = session.settings.schema?.schema ?? null;
  const { query, diagnostics } = compile(source.text, { schema });
  note(session, diagnosticTexts(source, inOrder(diagnostics), session.errors));
  if (query === undefined || hasErrors(diagnostics)) {
    if (definition === null && query === undefined) note(session, await todaysForm(asked, schema));
    throw failure(diagnostics.length === 0 ? "There is no query." : "");
  }
  const used = new Set(query.plan.parameters.map((parameter) => parameter.name));
  const settings = Object.entries(session.settings.params).filter(([name]) => used.has(name));
  const bindings = definition === null || call === null ? {} : bound(definition, call.arguments);
  return {
    asked,
    source,
    name: definition?.name ?? null,
    query,
    diagnostics,
    params: { ...Object.fromEntries(settings), ...bindings },
  };
}

/** A call of a declared query. What the language has a function for is a value: `count(//POI)`, unless a query has that name. */
function callIn({ settings: { definitions } }: Session, asked: string): ReturnType<typeof readCall> {
  const call = readCall(asked);
  return call !== null && (definitions.has(call.name) || !isFunctionCall(asked)) ? call : null;
}

/** Translates a query of the demo or of a language model into today's form; unchanged if that leaves a choice. */
async function todaysForm(asked: string, schema: Schema | null): Promise<string> {
  const { migrate } = await import("@semantic-xpath/migrate");
  const { readings, isSure } = migrate(asked, { schema });
  const [only] = readings;
  return isSure && only !== undefined && only.text !== asked ? `In today's form: ${only.text}\n` : "";
}

async function definitionOf(session: Session, name: string): Promise<Definition> {
  const { definitions } = session.settings;
  const definition = definitions.get(name);
  if (definition !== undefined) return definition;
  const isType = session.settings.data?.trees.some(({ tree }) => tree.typeId(name) >= 0) === true;
  const near = isType ? ` Did you mean //${name}?` : await didYouMean(name, definitions.keys());
  throw misuse(`There is no query "${name}".${near} A query begins with / or //, a command with a colon: :help`);
}

function bound(
  { name, signature, parameters }: Definition,
  given: NonNullable<ReturnType<typeof readCall>>["arguments"],
) {
  if (given.length > parameters.length) throw misuse(`"${name}" takes ${parameters.length} arguments: ${signature}`);
  return readArguments(given.map((argument, i) => `${argument.name ?? parameters[i]}=${argument.value}`));
}

export function loadedData({ settings: { data } }: Session): LoadedData {
  if (data === null) throw misuse("There is no data yet. Read some with :data FILE");
  return data;
}

/** The tree that is looked at: the one that was chosen, else the first. */
export function dataOf(session: Session): Tree {
  const { chosen, tree } = loadedData(session);
  return chosen?.tree ?? tree;
}

/** Options of a run with its recording; progress is on the terminal until `clear`. */
export async function begin(session: Session, prepared: Prepared, overrides: Overrides = {}) {
  const { schema, limit, minScore, now } = session.settings;
  const data = loadedData(session);
  const tree = dataOf(session);
  const { scorer, name: scorerName, limits } = await abortable(session, scoringOf(session));
  const progress = progressLine(session);
  const most = overrides.limit ?? limit;
  const named = { dataName: data.chosen?.name ?? data.path, schemaName: schema?.path ?? null, whole: null };
  return {
    tree,
    clear: progress.clear,
    about: { ...prepared, scorer: scorerName, ...named, limit: most },
    options: {
      scorer,
      params: prepared.params,
      ...(data.isSeveral && { within: data.collection }),
      ...(most !== null && { limit: most }),
      minScore: overrides.minScore ?? minScore,
      ...(now !== null && { now }),
      budget: { ...limits, ...defined({ maxMilliseconds: session.timeout }) },
      signal: session.signal,
      onProgress: progress.show,
    },
  };
}

/** Runs a query and keeps the run under the next number. */
export async function execute(session: Session, prepared: Prepared, overrides: Overrides = {}): Promise<Run> {
  const { tree, options, about, clear } = await begin(session, prepared, overrides);
  const { query, source } = prepared;
  const { chosen, collection, trees } = loadedData(session);
  const work = async () => {
    if (chosen !== null) return { inspection: await inspect(query, tree, options), whole: null };
    const result = await query.runAll(collection, options);
    // Questions about a result go to the tree of the best match.
    const best = trees.find(({ name }) => name === result.matches[0]?.source) ?? trees[0]!;
    return { inspection: await inspect(query, best.tree, options), whole: result, dataName: best.name };
  };
  const executed = await reporting(session, source, work).finally(clear);
  const run: Run = { ...about, ...executed, number: (session.runs.at(-1)?.number ?? 0) + 1 };
  session.runs.push(run);
  if (session.runs.length > MAX_RUNS) session.runs.shift();
  session.suggested = null;
  return run;
}

/** Older runs are forgotten: each keeps its tree and its trace. */
const MAX_RUNS = 50;

const CANCELLED = "Cancelled.";

/** A run that can't end with an answer becomes a message and an exit code. */
export const reporting = <T>(session: Session, source: Source, task: () => Promise<T>): Promise<T> =>
  task().catch((error: unknown) => {
    throw failureOf(error, source, session.errors, {
      cancelled: CANCELLED,
      overtime: "that is the option --timeout MS of sxp repl.",
      argument: "A parameter gets a value by :let $NAME = VALUE",
    });
  });

/** True if a text is a document with declarations, and not a query. */
export const isDocument = (text: string): boolean => {
  const { ast } = parse(text);
  return ast.declarations.length > 0 || ast.imports.length > 0;
};

/** True if a text is an update of its own. */
export const isUpdate = (text: string): boolean => parse(text).ast.update !== null;

/** Waits for something as long as the user does. */
export const abortable = <T>({ signal }: Session, work: Promise<T>): Promise<T> => waitFor(signal, work, CANCELLED);

/** The scorer of the session, opened when a query first needs it and kept: a model is loaded once. */
export function scoringOf(session: Session): Promise<Scoring> {
  const { scorer, language } = session.settings;
  const key = JSON.stringify([scorer, language]);
  if (session.scoring === null || session.scoring.key !== key) {
    const opened = openScoring({ scorer, language, "no-cache": !session.useCache }, session);
    session.scoring = { key, opened };
    // A failed opening is tried again the next time.
    opened.catch(() => {
      if (session.scoring?.opened === opened) session.scoring = null;
    });
  }
  return session.scoring.opened;
}
