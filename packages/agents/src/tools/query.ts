import { type Inspection, inspect, shortest, summaryOf, type Why, wordsText } from "@semantic-xpath/inspect";
import type { MemoryMatch } from "@semantic-xpath/memory";
import type { Match, Progress } from "@semantic-xpath/runtime";
import { z } from "zod";
import { type PageEnd, pageOf, placeAfter, readCursor, writeCursor } from "../results/page.js";
import type { Problem } from "../results/problems.js";
import { shortened } from "../results/tokens.js";
import type { MemorySession } from "../session.js";
import { compiled, PAGED, PAGING, PARAMS, QUERY, queryText, TASK, VERSION } from "./shared.js";
import { type ToolContext, tool } from "./tool.js";

/** Characters of the text of one result. */
const MOST_TEXT = 200;

export const query = tool({
  name: "query",
  title: "Query the memory",
  description:
    'Finds nodes by a Semantic XPath query, such as //Day[2]/POI[node =~ "museum"], best first. Each result has key, path, weight, text and evidence. With history, on all versions: /Memory/Task[@name = "trip"]/Version[-2]//POI.',
  does: "read",
  input: z.object({
    ...QUERY,
    ...TASK,
    ...VERSION,
    ...PARAMS,
    limit: z.int().min(1).optional(),
    minScore: z.number().min(0).max(1).optional(),
    history: z.boolean().optional(),
    ...PAGING,
  }),
  output: z.object({
    task: z.string().optional(),
    version: z.int().optional(),
    matches: z.array(z.looseObject({ key: z.int(), path: z.string(), weight: z.number(), text: z.string() })),
    value: z.unknown().optional(),
    empty: z.string().optional(),
    notes: z.array(z.string()).optional(),
    ...PAGED,
  }),
  async run(session, input, context) {
    if (input.history === true) return overHistory(session, input, context);
    const task = session.taskNamed(input.task);
    const end = input.cursor === undefined ? null : readCursor(input.cursor);
    const view = session.scope.view(task, end?.version ?? input.version);
    const text = queryText("query", input);
    const { query: runnable, notes } = compiled(text, view.schema);
    const inspection = await inspect(runnable, view.tree, runOptions(session, input, context));
    return {
      task,
      version: view.version.number,
      ...answerOf(inspection.result, {
        version: view.version.number,
        end,
        most: session.tokensFor(input.maxTokens),
        notes,
        keyOf,
        show: (match) => shown(match, inspection),
      }),
    };
  },
});

interface HistoryInput extends RunInput {
  readonly query?: string | undefined;
  readonly ast?: Readonly<Record<string, unknown>> | undefined;
  readonly cursor?: string | undefined;
  readonly maxTokens?: number | undefined;
}

/** All versions as one tree. Pages go on where the last one ended, in what the store is by then. */
async function overHistory(session: MemorySession, input: HistoryInput, context: ToolContext) {
  const { scope } = session;
  const text = queryText("query", input);
  const { notes } = compiled(text, scope.historySchema());
  return answerOf(await scope.queryHistory(text, runOptions(session, input, context)), {
    version: 0,
    end: input.cursor === undefined ? null : readCursor(input.cursor),
    most: session.tokensFor(input.maxTokens),
    notes,
    keyOf: ({ key }) => key ?? 0,
    show: inHistory,
  });
}

/** A result with the task and version that it is in. */
function inHistory({ task, version, key, pathInVersion, path, weight, attribute, text, node }: MemoryMatch) {
  return {
    ...(task !== null && { task }),
    ...(version !== null && { version }),
    key: key ?? 0,
    path: pathInVersion ?? path,
    weight: shortest(weight),
    text: shortened(attribute?.value ?? text ?? summaryOf(node.tree, node.id), MOST_TEXT),
  };
}

interface RunInput {
  readonly params?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly limit?: number | undefined;
  readonly minScore?: number | undefined;
}

export function runOptions(
  { scorer, limits, now }: MemorySession,
  { params, limit, minScore }: RunInput,
  context: ToolContext,
) {
  const { signal, onProgress } = context;
  return {
    scorer,
    budget: limits.budget,
    now: now(),
    ...(params !== undefined && { params }),
    ...(limit !== undefined && { limit }),
    ...(minScore !== undefined && { minScore }),
    ...(signal !== undefined && { signal }),
    ...(onProgress !== undefined && {
      onProgress: ({ pairs, wanted }: Progress) => onProgress(pairs, wanted, "pairs scored"),
    }),
  };
}

interface Found<M> {
  readonly matches: readonly M[];
  readonly value?: unknown;
  readonly stats: { readonly empty: { readonly message: string } | null };
}

interface Showing<M, S> {
  /** That a page is of; 0: of all. */
  readonly version: number;
  readonly end: PageEnd | null;
  readonly most: number;
  readonly notes: readonly Problem[];
  keyOf(match: M): number;
  show(match: M): S;
}

/** A page of what was found, after the one that ended at `end`. */
function answerOf<M extends { readonly weight: number }, S>(
  { matches, value, stats }: Found<M>,
  { version, end, most, notes, keyOf, show }: Showing<M, S>,
) {
  const entry = (index: number) => ({ key: keyOf(matches[index]!), weight: shortest(matches[index]!.weight) });
  const from = end === null ? 0 : placeAfter(end, matches.length, entry);
  const page = pageOf(matches.length, from, most, (index) => show(matches[index]!));
  return {
    matches: [...page.items],
    ...(value !== undefined && { value }),
    ...(stats.empty !== null && { empty: stats.empty.message }),
    ...(notes.length > 0 && { notes: notes.map(({ code, message }) => `${code}: ${message}`) }),
    left: page.left,
    ...(page.left > 0 && { cursor: writeCursor({ version, at: page.at, ...entry(page.at - 1) }) }),
  };
}

const keyOf = ({ tree, id }: Match): number => tree.keyOf(id);

/** A result as a model reads it. */
function shown(match: Match, inspection: Inspection) {
  const { path, attribute, text } = match;
  const said = attribute?.value ?? text ?? summaryOf(match.tree, match.id);
  const evidence = attribute === null && text === null ? evidenceOf(inspection.why(match.id), path) : [];
  return {
    key: keyOf(match),
    path,
    weight: shortest(match.weight),
    text: shortened(said, MOST_TEXT),
    ...(evidence.length > 0 && { evidence }),
  };
}

/** Sentences of evidence of one result. */
const MOST_EVIDENCE = 3;

/** What the weight came from: the scores with the words that they are for. */
function evidenceOf(why: Why | null, own: string): readonly string[] {
  const found: string[] = [];
  for (const { path, scores } of why?.factors ?? []) {
    for (const { algebra } of scores) {
      const words = algebra.asked?.explanation === undefined ? "" : wordsText(algebra.asked.explanation);
      const value = algebra.value === null ? "" : ` ${shortest(algebra.value)}`;
      found.push(`${path === own ? "" : `${path}: `}${algebra.text}${value}${words === "" ? "" : ` (${words})`}`);
    }
  }
  return found.slice(0, MOST_EVIDENCE);
}
