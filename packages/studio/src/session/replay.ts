import { type ComparisonRow, compareRuns, type Inspection, inspect, labelOf, viewOf } from "@semantic-xpath/inspect";
import { type Change, prepareQuery, type Task, type Version } from "@semantic-xpath/memory";
import type { Match, QueryValue } from "@semantic-xpath/runtime";
import type { ReplayMove, ReplayStep, ReplayStepView, ReplayView, StudioQuestions } from "../protocol.js";
import { reported } from "./studioError.js";
import type { StudioSession } from "./studioSession.js";
import { versionView } from "./versions.js";

/** Versions of one answer, and milliseconds after which an answer ends with the versions that it has: a page asks for the others. */
const STEPS_A_PAGE = 50;
const PAGE_MILLISECONDS = 1_000;
/** Results of all kept answers together. */
const KEPT_RESULTS = 500_000;
/** Nodes that entered, left or moved in one step, and changes of a version that are looked through for their reasons. */
const MAX_MOVES = 200;
const MAX_CHANGES = 500;

/** The answer of a query in one version. */
interface VersionAnswer {
  /** The keys of the nodes in the order of the result, each with the name of its attribute, if it is one. */
  readonly entries: readonly string[];
  readonly value: QueryValue | undefined;
  /** Why it can't run on this version; null: it can. */
  readonly problem: string | null;
}

interface Ran {
  readonly id: string;
  readonly inspection: Inspection;
}

type StepRun = Ran | { readonly problem: string };

type ReplayRequest = Parameters<StudioQuestions["replay"]>[0];
type StepRequest = Parameters<StudioQuestions["replayStep"]>[0];

const NO_STEP: ReplayStepView = {
  run: null,
  before: null,
  problem: null,
  beforeProblem: null,
  sentences: [],
  moves: [],
  omitted: 0,
};

const UNANSWERED: VersionAnswer = { entries: [], value: undefined, problem: null };

/**
 * Answers of queries in each version of a task. Versions of the same content and schema share an answer, which is computed once while it is
 * kept; answers of a query that reads the clock are not kept.
 */
export class Replays {
  private readonly kept = new Map<string, VersionAnswer>();
  /** By task, version and query: the run that is kept. */
  private readonly ids = new Map<string, string>();
  private made = 0;
  private results = 0;

  constructor(private readonly studio: StudioSession) {}

  /** The query on the versions that led to one along first parents, the newest first. Ends early rather than late: see `ReplayView.next`. */
  async page(
    { query, task: name, version, count }: ReplayRequest,
    signal: AbortSignal | undefined,
  ): Promise<ReplayView> {
    const task = this.studio.memory.task(name);
    const lineage = lineageOf(task, version);
    const numbers = lineage.slice(0, Math.max(1, Math.min(count, STEPS_A_PAGE)));
    const end = performance.now() + PAGE_MILLISECONDS;
    const steps: ReplayStep[] = [];
    let answer = await this.answer(task, numbers[0]!, query, signal);
    for (const [i, number] of numbers.entries()) {
      const before = lineage[i + 1] ?? null;
      const earlier = before === null ? null : await this.answer(task, before, query, signal);
      steps.push(stepOf(task.version(number), answer, { number: before, answer: earlier }));
      answer = earlier ?? UNANSWERED;
      if (performance.now() > end) break;
    }
    return { total: lineage.length, steps, next: lineage[steps.length] ?? null };
  }

  /** The run on a version, and how its result differs from the one on the version that it was made of. */
  async step({ query, task: name, version }: StepRequest, signal: AbortSignal | undefined): Promise<ReplayStepView> {
    const task = this.studio.memory.task(name);
    const [number, before = null] = lineageOf(task, version);
    const now = await this.run(task, number!, query, signal);
    if ("problem" in now) return { ...NO_STEP, before, problem: now.problem };
    const view = { ...NO_STEP, run: now.id, before };
    if (before === null || task.version(before).isPruned) return view;
    const earlier = await this.run(task, before, query, signal);
    if ("problem" in earlier) return { ...view, beforeProblem: earlier.problem };
    // Keeps the shown run longest.
    this.studio.runs.get(now.id);
    const { rows, sentences } = compareRuns(earlier.inspection, now.inspection);
    const changes = task.diff(before, number!).changes.slice(0, MAX_CHANGES);
    const moved = rows.filter(({ kind }) => kind !== "kept");
    const first = [...moved.filter(({ kind }) => kind !== "moved"), ...moved.filter(({ kind }) => kind === "moved")];
    return {
      ...view,
      sentences,
      moves: await Promise.all(first.slice(0, MAX_MOVES).map((row) => moveOf(row, earlier, now, changes))),
      omitted: Math.max(0, first.length - MAX_MOVES),
    };
  }

  /** Nothing of what was pruned stays. */
  forget(): void {
    this.kept.clear();
    this.ids.clear();
    this.results = 0;
  }

  private async answer(
    task: Task,
    number: number,
    query: string,
    signal: AbortSignal | undefined,
  ): Promise<VersionAnswer> {
    try {
      const version = task.version(number);
      const key = JSON.stringify([task.id, version.manifest, version.schemaHash, query]);
      const cached = this.kept.get(key);
      if (cached !== undefined) return cached;
      const { ran, placed } = await this.prepared(task, number, query, signal);
      const result = await ran.query.run(ran.tree, { ...ran.options, trace: true });
      const entries = result.matches.map((match) => entryText(placed(match).key, match));
      const answer: VersionAnswer = { entries, value: result.value, problem: null };
      if (result.trace?.now === undefined) this.keep(key, answer);
      return answer;
    } catch (error) {
      return { ...UNANSWERED, problem: problemOf(error, signal) };
    }
  }

  private keep(key: string, answer: VersionAnswer): void {
    this.kept.set(key, answer);
    this.results += answer.entries.length + 1;
    for (const [oldest, { entries }] of this.kept) {
      if (this.results <= KEPT_RESULTS || this.kept.size === 1) return;
      this.kept.delete(oldest);
      this.results -= entries.length + 1;
    }
  }

  /** The inspected run on a version. While it is kept, it is the same one, unless it read the clock. */
  private async run(task: Task, number: number, query: string, signal: AbortSignal | undefined): Promise<StepRun> {
    const { runs } = this.studio;
    const key = JSON.stringify([task.id, number, query]);
    try {
      const earlier = this.ids.get(key);
      if (earlier !== undefined && runs.has(earlier)) return { id: earlier, inspection: runs.get(earlier).inspection };
      const { ran } = await this.prepared(task, number, query, signal);
      const inspection = await inspect(ran.query, ran.tree, ran.options);
      const id = `r${++this.made}`;
      runs.keepUnlisted(id, inspection, `${task.name}, version ${number}`);
      this.ids.delete(key);
      if (inspection.result.trace.now === undefined) this.ids.set(key, id);
      for (const [oldest, of] of this.ids) if (!runs.has(of)) this.ids.delete(oldest);
      return { id, inspection };
    } catch (error) {
      return { problem: problemOf(error, signal) };
    }
  }

  private prepared(task: Task, version: number, query: string, signal: AbortSignal | undefined) {
    const { memory, scorer, budget } = this.studio;
    const now = memory.now().toISOString();
    return prepareQuery(memory, query, {
      task: task.name,
      version,
      scorer,
      budget,
      now,
      ...(signal !== undefined && { signal }),
    });
  }
}

/** A version, and along first parents all that led to it. */
function lineageOf(task: Task, version: number | null): readonly number[] {
  const lineage: number[] = [];
  let number: number | undefined = (version === null ? task.head() : task.version(version)).number;
  while (number !== undefined) {
    lineage.push(number);
    number = task.state.versions[number - 1]?.parents[0];
  }
  return lineage;
}

/** A sentence for what stops a query on one version. Rejects with what stops all of it: a cancelled question, and what is our fault. */
function problemOf(error: unknown, signal: AbortSignal | undefined): string {
  const failure = signal?.aborted === true ? null : reported(error);
  if (failure === null) throw error;
  return failure.message;
}

const entryText = (key: number | null, { attribute, text }: Pick<Match, "attribute" | "text">): string =>
  `${key}${attribute === null ? (text === null ? "" : "#") : `@${attribute.name}`}`;

interface Earlier {
  readonly number: number | null;
  readonly answer: VersionAnswer | null;
}

function stepOf(version: Version, answer: VersionAnswer, { number, answer: earlier }: Earlier): ReplayStep {
  const isComparable = earlier !== null && earlier.problem === null && answer.problem === null;
  const [now, before] = [new Set(answer.entries), new Set(earlier?.entries)];
  const [entered, left] = isComparable ? [missing(now, before), missing(before, now)] : [0, 0];
  const isSame =
    earlier === null ||
    (answer.problem === earlier.problem &&
      JSON.stringify(answer.value) === JSON.stringify(earlier.value) &&
      answer.entries.length === earlier.entries.length &&
      answer.entries.every((entry, i) => entry === earlier.entries[i]));
  return {
    version: versionView(version),
    before: number,
    count: answer.problem === null ? answer.entries.length : null,
    ...(answer.value !== undefined && { value: answer.value }),
    entered,
    left,
    isChanged: !isSame,
    problem: answer.problem,
  };
}

/** Number of entries that only the first set has. */
function missing(from: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const entry of from) if (!other.has(entry)) count++;
  return count;
}

const ROW_KINDS = { added: "entered", lost: "left", moved: "moved", kept: "moved" } as const;

async function moveOf(row: ComparisonRow, earlier: Ran, now: Ran, changes: readonly Change[]): Promise<ReplayMove> {
  const { kind, path, pathBefore, pathAfter, rankBefore, rankAfter, weightBefore, weightAfter, whyNot } = row;
  const isThere = pathAfter !== null;
  return {
    kind: ROW_KINDS[kind],
    path,
    label: await nameAt(isThere ? now : earlier, nodePathOf(path)),
    isNew: pathBefore === null,
    isGone: !isThere,
    rankBefore,
    rankAfter,
    weightBefore,
    weightAfter,
    whyNot: pathBefore === null || !isThere ? null : whyNot,
    changes: changes.filter((change) => touches(change, pathBefore, pathAfter)).map(({ text }) => text),
  };
}

/** The path of the node that has an attribute or a text. */
const nodePathOf = (path: string): string => path.replace(/\/(?:@[^/]*|text\(\))$/, "");

/** The summary of a node, else its step. */
async function nameAt({ inspection }: Ran, path: string): Promise<string> {
  const node = await viewOf(inspection, { dataName: null }).locate({ path });
  if (node === null) return path;
  const { step, summary } = labelOf(inspection.tree, node);
  return summary === "" ? step : summary;
}

/** True if a change is of a node, above it or below it. */
function touches({ kind, path }: Change, before: string | null, after: string | null): boolean {
  const at = kind === "delete" ? before : after;
  if (at === null) return false;
  const node = nodePathOf(at);
  return isAtOrBelow(node, path) || isAtOrBelow(path, node);
}

const isAtOrBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`);
