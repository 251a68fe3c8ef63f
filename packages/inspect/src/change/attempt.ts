import { errorsOf } from "@semantic-xpath/parser";
import {
  type ArgumentValue,
  breathe,
  type Compiled,
  type CompiledQuery,
  compile,
  type Observation,
  observePlan,
  type RunOptions,
} from "@semantic-xpath/runtime/internal";
import { SemanticXPathError } from "@semantic-xpath/tree";
import type { Change } from "../answers.js";
import { groupedOf, placeAmongGroups } from "../groups.js";
import { remembered } from "../memo.js";
import { seenScorer } from "../scorerAnswers.js";
import { ranksOf } from "../why/ranking.js";
import { EditedText } from "./editedText.js";
import { compareSizes, grownBy, joined, NOTHING, type Repair, type Scene, type Size, sceneOf } from "./repair.js";
import { Syntax } from "./syntax.js";

/** Progress of the search for a change. */
export interface SearchProgress {
  /** Changed queries run so far, and their maximum number. */
  readonly tried: number;
  readonly of: number;
}

/** Options for the runs of a search: the signal that stops them, and a callback with their number, before each of them. */
export interface SearchOptions extends Pick<RunOptions, "signal"> {
  readonly onProgress?: (progress: SearchProgress) => void;
}

/** State shared by all attempts of one search: the run they start from, and the queries tried so far. */
interface Search {
  readonly start: Observation;
  readonly tried: Set<string>;
  readonly searching: SearchOptions;
}

/** A query that was changed some number of times, with its run. */
export class Attempt {
  private constructor(
    private readonly search: Search,
    readonly observation: Observation,
    private readonly text: EditedText,
    private readonly repairs: readonly Repair[],
    /** The moment that the run has, where the query names none. */
    private readonly validAt: string | undefined,
  ) {}

  /** The run itself, before anything is changed. */
  static of(start: Observation, searching: SearchOptions): Attempt {
    const { plan } = start.query;
    const validAt = plan.validity?.at == null ? start.run.hidden?.at : undefined;
    return new Attempt({ start, tried: new Set(), searching }, start, EditedText.of(plan.text), [], validAt);
  }

  get size(): Size {
    return this.repairs.reduce(grownBy, NOTHING);
  }

  get scene(): Scene {
    return sceneOf(this.observation);
  }

  get count(): number {
    return this.observation.frame.ids.length;
  }

  has(node: number): boolean {
    const { observation } = this;
    return groupedOf(observation) === null ? ranksOf(observation)[node]! > 0 : placeAmongGroups(observation, node) >= 0;
  }

  report(progress: SearchProgress): void {
    this.search.searching.onProgress?.(progress);
  }

  /** With one more change, run; null when it was tried before, or the text has mistakes that it had not. */
  async with(repair: Repair): Promise<Attempt | null> {
    const { observation, search } = this;
    const { start, tried } = search;
    const edited = this.text.edited(repair.edits);
    const { text } = edited;
    const options = { limit: observation.limit, minScore: observation.minScore, ...repair.options };
    const merged = { ...start.params, ...observation.params, ...repair.params };
    const validAt = repair.options?.validAt ?? this.validAt;
    const key = JSON.stringify([text, options.limit, options.minScore, validAt, merged]);
    if (tried.has(key)) return null;
    tried.add(key);
    const query = recompiled(start, text);
    if (query === null) return null;
    const moment = validAt === undefined ? {} : { validAt };
    const run = await this.run(query, { ...options, ...moment, params: argumentsOf(query, merged) });
    if (run === null) return null;
    return new Attempt(search, run, edited, [...this.repairs, repair], validAt);
  }

  /** Runs the query with other options to learn more: a minimum score in place of a limit, or every score. */
  look(options: Pick<RunOptions, "limit" | "minScore" | "trace">): Promise<Observation | null> {
    const { query, limit, minScore, params } = this.observation;
    const moment = this.validAt === undefined ? {} : { validAt: this.validAt };
    return this.run(query, { limit, minScore, params, ...moment, ...options });
  }

  change(): Change {
    const { observation, repairs } = this;
    const { start } = this.search;
    const { kind, message } = joined(repairs);
    return {
      kind,
      edits: this.text.edits,
      text: this.text.text,
      options: {
        ...(observation.limit === start.limit ? {} : { limit: observation.limit }),
        ...(observation.minScore === start.minScore ? {} : { minScore: observation.minScore }),
        ...(repairs.some(({ options }) => options?.validAt === "all") ? { validAt: "all" as const } : {}),
      },
      params: observation.params,
      // Quotations from a query of several lines are shown in one.
      message: message
        .split("\n")
        .map((line) => line.trim())
        .join(" "),
      count: this.count,
    };
  }

  /** null when the run itself fails, as when an argument (SXP4009) or a value of the data (SXP4011) does not suit. */
  private async run(query: Compiled, options: RunOptions): Promise<Observation | null> {
    const { start, searching } = this.search;
    // Runs whose scores are all known never wait: between two of them an abort can be heard.
    await breathe();
    try {
      return await observePlan(query, start.tree, {
        ...options,
        ...(searching.signal && { signal: searching.signal }),
        scorer: seenScorer(start),
      });
    } catch (error) {
      if (error instanceof SemanticXPathError && FAILS.has(error.code)) return null;
      throw error;
    }
  }
}

const FAILS: ReadonlySet<string> = new Set(["SXP4009", "SXP4011"]);

export function argumentsOf(
  { plan }: Compiled,
  given: Readonly<Record<string, ArgumentValue>>,
): Readonly<Record<string, ArgumentValue>> {
  const declared = plan.parameters.flatMap(({ name }) =>
    Object.hasOwn(given, name) ? [[name, given[name]!] as const] : [],
  );
  return Object.fromEntries(declared);
}

/** The query of a changed text; null when it can't run or has an error more. */
function recompiled(start: Observation, text: string): CompiledQuery | null {
  const { schema } = start.query;
  const { query, diagnostics } = compile(alone(start, text), { schema });
  return query === undefined || errorsOf(diagnostics).length > errorsAtStart(start) ? null : query;
}

/**
 * For a document, only the declaration that was run, at its own place: the others are equal in every attempt, and would be
 * compiled again for each.
 */
function alone(start: Observation, text: string): string {
  const { plan } = start.query;
  const declaration = Syntax.of(start).declarationAround(plan.result.span);
  if (declaration === null) return text;
  const { span } = declaration;
  const end = text.length - (plan.text.length - span.end);
  return `${" ".repeat(span.start)}${text.slice(span.start, end)};`;
}

const errorsAtStart = remembered((start: Observation) => {
  const { plan, schema } = start.query;
  return errorsOf(compile(alone(start, plan.text), { schema }).diagnostics).length;
});

/** Goal of a changed query, and the repairs that may bring an attempt nearer to it. */
export interface Goal {
  /** Maximum number of places that the change may touch. */
  readonly places: number;
  isMet(attempt: Attempt): boolean;
  /** `at` is the same for attempts that fail for the same reason: only the smallest of them is changed further. */
  next(attempt: Attempt): Promise<{ readonly at: string; readonly repairs: readonly Repair[] }>;
}

/** Maximum number of changed queries in a search. */
const MAX_TRIED = 250;

/**
 * The smallest change that meets a goal, by `Size`: of all changes that are known the smallest is run, and if it does not meet the
 * goal, what may repair it makes larger ones. null when none is found in the places of the goal and `MAX_TRIED` runs.
 */
export async function smallest(start: Attempt, goal: Goal): Promise<Attempt | null> {
  const queue: Candidate[] = [];
  const failed = new Set<string>();
  const extend = async (attempt: Attempt): Promise<void> => {
    const { at, repairs } = await goal.next(attempt);
    if (failed.has(at)) return;
    failed.add(at);
    for (const repair of repairs) {
      const size = grownBy(attempt.size, repair);
      if (size.places <= goal.places) queue.push({ attempt, repair, size });
    }
  };
  await extend(start);
  for (let tried = 0; tried < MAX_TRIED; tried++) {
    const candidate = takeSmallest(queue);
    if (candidate === null) return null;
    start.report({ tried, of: MAX_TRIED });
    const attempt = await candidate.attempt.with(candidate.repair);
    if (attempt === null) continue;
    if (goal.isMet(attempt)) return attempt;
    if (attempt.size.places < goal.places) await extend(attempt);
  }
  return null;
}

interface Candidate {
  readonly attempt: Attempt;
  readonly repair: Repair;
  readonly size: Size;
}

/** Takes the smallest candidate; among equals the first. */
function takeSmallest(queue: Candidate[]): Candidate | null {
  let best = 0;
  for (let i = 1; i < queue.length; i++) if (compareSizes(queue[i]!.size, queue[best]!.size) < 0) best = i;
  return queue.splice(best, 1)[0] ?? null;
}
