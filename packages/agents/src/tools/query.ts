import { type Inspection, inspect, shortest, summaryOf, type Why, wordsText } from "@semantic-xpath/inspect";
import type { MemoryMatch } from "@semantic-xpath/memory";
import type { CompiledQuery, Match, Progress, QueryValue } from "@semantic-xpath/runtime";
import { defined, shortened } from "@semantic-xpath/values";
import { z } from "zod";
import type { Client } from "../client.js";
import { invalidInput } from "../results/failure.js";
import { shownWeight, significant } from "../results/numbers.js";
import { type Listing, pageOf, readCursor } from "../results/page.js";
import type { Problem } from "../results/problems.js";
import { unknownIn } from "./schema.js";
import { CUTS, compiled, PAGING, PARAMS, placeOf, QUERY, queryText, TASK, unlessEmpty, VERSION } from "./shared.js";
import { type Size, type ToolContext, tool } from "./tool.js";

/** Characters of the text of one result, and of a path that a key stands for otherwise. */
const MAX_TEXT = 200;
const MAX_PATH = 60;

const INPUT = z.object({
  ...QUERY,
  ...TASK,
  ...VERSION,
  ...PARAMS,
  ...CUTS,
  history: z.boolean().optional(),
  ...PAGING,
});

type QueryInput = z.output<typeof INPUT> & Size;

export const query = tool({
  name: "query",
  title: "Query the memory",
  description:
    'Finds nodes by a Semantic XPath query, such as //Day[2]/POI[node =~ "museum"], best first. Each result has key, path, weight, text and evidence. With history, on all versions: /Memory/Task[@name = "trip"]/Version[-2]//POI.',
  does: "read",
  input: INPUT,
  output: z.object({
    task: z.string().optional(),
    version: z.int().optional(),
    value: z.unknown().optional(),
    count: z.int().optional(),
    matches: z
      .array(
        z.looseObject({
          key: z.int().optional(),
          path: z.string().optional(),
          weight: z.number(),
          text: z.string().optional(),
        }),
      )
      .optional(),
    empty: z.string().optional(),
    notes: z.array(z.string()).optional(),
    left: z.int().optional(),
    cursor: z.string().optional(),
  }),
  async run(session, input, context) {
    if (input.history === true) return overHistory(session, input, context);
    const { task, view, version, end, maxTokens } = placeOf(session, input);
    const text = queryText("query", input);
    if (OF_HISTORY.test(text) && view.tree.typeId("Memory") < 0)
      throw invalidInput("query", "a query of /Memory is of all versions: give history: true");
    const { query: runnable, notes } = compiled(text, view.schema);
    const inspection = await inspect(runnable, view.tree, runOptions(session, input, context));
    const { empty } = inspection.result.stats;
    const answer = answerOf(inspection.result, {
      empty: empty === null ? undefined : (unknownIn(text, view)[0]?.message ?? empty.message),
      plan: runnable.plan,
      limit: input.limit,
      place: { task, version },
      version,
      end,
      maxTokens,
      notes,
      keyOf,
      show: (match) => rowOf(match, inspection),
    });
    return { ...answer, task, version };
  },
});

/** The beginning of a query of all versions. */
const OF_HISTORY = /^\s*\/\/?Memory\b/;

/** All versions as one tree. Pages go on where the last one ended, in what the store is by then. */
async function overHistory(session: Client, input: QueryInput, context: ToolContext) {
  const { scope } = session;
  const text = queryText("query", input);
  const { query, notes } = compiled(text, scope.historySchema());
  const result = await scope.queryHistory(text, runOptions(session, input, context));
  return answerOf(result, {
    empty: result.stats.empty?.message,
    plan: query.plan,
    limit: input.limit,
    place: {},
    version: 0,
    end: readCursor(input.cursor),
    maxTokens: session.tokensFor(input.maxTokens),
    notes: [...notes, ...result.diagnostics.filter(({ code }) => code === "SXP5052")],
    keyOf: ({ key }) => key ?? 0,
    show: inHistory,
  });
}

/** A result with the task and version that it is in. */
function inHistory({ task, version, key, pathInVersion, path, weight, attribute, text, node }: MemoryMatch) {
  return {
    task: task ?? undefined,
    version: version ?? undefined,
    key: key ?? undefined,
    path: pathInVersion ?? path,
    weight: shownWeight(weight),
    text: shortened(attribute?.value ?? text ?? summaryOf(node.tree, node.id), MAX_TEXT),
  };
}

export function runOptions(
  { scorer, limits, now }: Client,
  { params, limit, minScore }: Pick<QueryInput, "params" | "limit" | "minScore">,
  { signal, onProgress: report }: ToolContext,
) {
  const onProgress = report && (({ pairs, wanted }: Progress) => report(pairs, wanted, "pairs scored"));
  return defined({ scorer, budget: limits.budget, now: now(), params, limit, minScore, signal, onProgress });
}

interface Result<M> {
  readonly matches: readonly M[];
  readonly value?: QueryValue;
  readonly caveats?: readonly { readonly message: string }[];
}

interface Showing<M, S> extends Omit<Listing<M, S>, "entries" | "weightOf" | "about"> {
  /** The place that the answer is of. */
  readonly place: object;
  /** Reason for an empty result. */
  readonly empty: string | undefined;
  readonly plan: CompiledQuery["plan"];
  /** Maximum number of results; for a value, of the nodes that it was computed from, which are only shown if it is given. */
  readonly limit: number | undefined;
  readonly notes: readonly Pick<Problem, "code" | "message">[];
  readonly keyOf: (match: M) => number;
}

/** A page of results, or a value with how many nodes it was computed from and the one that decided it. */
function answerOf<M extends Contributor, S>(result: Result<M>, showing: Showing<M, S>) {
  const { matches, value, caveats = [] } = result;
  const { empty, plan, limit, version, end, maxTokens } = showing;
  const notes = [
    ...showing.notes.map(({ code, message }) => `${code}: ${message}`),
    ...caveats.map(({ message }) => message),
  ];
  const remarks = { empty, notes: unlessEmpty(notes) };
  const valueText = (each: QueryValue) =>
    typeof each === "number" ? significant(each) : typeof each === "string" ? shortened(each, maxTokens * 4) : each;
  const about = { ...showing.place, ...remarks };
  if (value === undefined) return { ...matchesOf(matches, showing, about), ...remarks };
  if (isList(value)) {
    // The limit is one on values.
    const entries = value.slice(0, limit);
    const keyOf = (_: unknown, index: number) => index;
    const { items, ...page } = pageOf({ entries, version, end, maxTokens, about, keyOf, show: valueText });
    const count = entries.length < value.length ? value.length : undefined;
    return { value: items, count, ...page, left: page.left || undefined, ...remarks };
  }
  const by = decidingOf(plan, value, matches);
  const answer = {
    value: valueText(value),
    count: matches.length > 0 && value !== matches.length ? matches.length : undefined,
    by: by && { key: showing.keyOf(by), path: by.path.length <= MAX_PATH ? by.path : undefined },
  };
  return {
    ...answer,
    ...(limit !== undefined && matchesOf(matches.slice(0, limit), showing, { ...about, ...answer })),
    ...remarks,
  };
}

const isList = (value: QueryValue): value is readonly (string | number | boolean)[] => Array.isArray(value);

function matchesOf<M extends Contributor, S>(entries: readonly M[], showing: Showing<M, S>, about: object) {
  const { items, ...page } = pageOf({ ...showing, entries, about, weightOf: ({ weight }) => shortest(weight) });
  return { matches: items, ...page, left: page.left || undefined };
}

/** The node that gave the greatest or least value; the only one where there is one. */
function decidingOf<M extends Contributor>(
  { result }: CompiledQuery["plan"],
  value: QueryValue,
  matches: readonly M[],
): M | undefined {
  if (result.kind !== "Value" || value === null) return undefined;
  const { expression } = result;
  const isExtreme = expression.kind === "Function" && (expression.function === "max" || expression.function === "min");
  if (!isExtreme) return undefined;
  return matches.find((match) => match.value === value || (typeof value === "number" && Number(match.value) === value));
}

interface Contributor {
  readonly weight: number;
  readonly path: string;
  readonly value: string;
}

const keyOf = ({ tree, id }: Match): number => tree.keyOf(id);

/** A result as a model reads it. */
function rowOf(match: Match, inspection: Inspection) {
  const { path, attribute, text, record, group } = match;
  const weight = shownWeight(match.weight);
  if (record !== null) return { ...(path !== "" && { key: keyOf(match), path }), weight, record };
  if (group !== null) return { weight, group: group.key, members: group.members.map(memberOf) };
  if (path === "") return { weight, text: shortened(match.value, MAX_TEXT) };
  const content = attribute?.value ?? text ?? summaryOf(match.tree, match.id);
  const evidence = attribute === null && text === null ? evidenceOf(inspection.why(match.id), path) : [];
  return {
    key: keyOf(match),
    path,
    weight,
    text: shortened(content, MAX_TEXT),
    evidence: unlessEmpty(evidence),
  };
}

/** A member of a group: its key and path, or of a group of groups the keys of it. */
const memberOf = (member: Match): object =>
  member.group === null ? { key: keyOf(member), path: member.path } : { group: member.group.key };

/** Lines of evidence of one result. */
const MAX_EVIDENCE = 3;

/** The scores that the weight came from, with the words that they are for. */
function evidenceOf(why: Why | null, own: string): readonly string[] {
  const lines: string[] = [];
  const factors = why?.factors ?? [];
  const isOnly = factors.flatMap(({ scores }) => scores).length === 1;
  for (const { path, scores } of factors) {
    for (const { algebra } of scores) {
      const words = algebra.asked?.explanation === undefined ? "" : wordsText(algebra.asked.explanation);
      // The only score is the weight, and its condition that of the query.
      if (isOnly && path === own && words !== "") return [words];
      const value = algebra.value === null ? "" : ` ${significant(algebra.value)}`;
      lines.push(`${path === own ? "" : `${path}: `}${algebra.text}${value}${words === "" ? "" : ` (${words})`}`);
    }
  }
  return lines.slice(0, MAX_EVIDENCE);
}
