import type { Inspection, Nearest } from "@semantic-xpath/inspect";
import { summaryOf } from "@semantic-xpath/inspect";
import { SemanticXPathError } from "@semantic-xpath/tree";
import type { RetrievedNode } from "../events.js";
import { handedOn } from "../handedOn.js";
import type { Asked } from "../readers.js";
import type { QueryReading } from "../translate/translation.js";
import { versionNamed } from "./context.js";
import { orAborted } from "./orAborted.js";
import { type FoundNode, plainAnswer } from "./plainAnswer.js";
import type { RunOf } from "./runs.js";
import { subtreeTokens } from "./tokens.js";
import type { Turn } from "./turn.js";

/** Runs the query of a reading, widened where it finds nothing, and answers from what it found. */
export async function answer(turn: Turn, reading: QueryReading): Promise<void> {
  const { task } = turn.place;
  const runOf = { query: reading.query, task, version: reading.isHistory ? null : versionOf(turn, reading) };
  turn.text = reading.query;
  const first = await run(turn, runOf);
  const wider = isEmpty(first) ? await widened(turn, first, runOf) : null;
  const { inspection, nodes, run: id, query } = wider ?? first;
  const { result } = inspection;
  turn.found = runOf.version === null ? null : { task, keys: keysOf(inspection, nodes) };
  turn.emit({
    type: "retrieved",
    run: id,
    query,
    task,
    version: runOf.version,
    nodes: nodes.map((node) => retrievedNode(inspection, node, runOf.version === null)),
    found: result.ids.length,
    ...(result.value !== undefined && { value: result.value }),
  });
  await write(turn, reading, wider ?? first);
  turn.state = "answered";
}

/** The version that a query is asked of. */
const versionOf = (turn: Turn, { version }: QueryReading): number =>
  version === undefined
    ? turn.head().number
    : versionNamed(turn.host.memory.task(turn.place.task), turn.branch, version).number;

interface Ran {
  readonly run: string;
  readonly query: string;
  readonly inspection: Inspection;
  readonly nodes: readonly FoundNode[];
  /** The change that was made to the request's own query. */
  readonly change: string | null;
}

async function run(turn: Turn, of: RunOf, change: string | null = null): Promise<Ran> {
  const id = turn.nextRun();
  const inspection = await turn.host.runs.run(id, of, turn.runOptions());
  const { result } = inspection;
  const count = Math.min(handedOn(result), turn.host.limits.handedNodes);
  const nodes = result.matches.slice(0, count).map(({ id: node, path, weight, attribute, text }) => ({
    node,
    path,
    weight,
    value: attribute?.value ?? text,
  }));
  return { run: id, query: of.query, inspection, nodes, change };
}

const isEmpty = ({ inspection: { result } }: Ran): boolean => result.value === undefined && result.ids.length === 0;

/** The nearest query that finds something, run; null if none is found in time. */
async function widened(turn: Turn, first: Ran, of: RunOf): Promise<Ran | null> {
  const nearest = await nearestIn(turn, first.inspection);
  if (nearest === null) return null;
  const { text, message } = nearest.change;
  // A change of options has no query to show, and a change of types alters the question.
  if (text === first.query || /\btype /.test(message)) return null;
  turn.emit({ type: "widened", from: first.query, to: text, change: message });
  return run(turn, { ...of, query: text }, message);
}

async function nearestIn(turn: Turn, inspection: Inspection): Promise<Nearest | null> {
  const { widenMilliseconds } = turn.host.limits;
  const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(widenMilliseconds)]);
  try {
    return await inspection.nearest({ signal });
  } catch (error) {
    turn.signal.throwIfAborted();
    if (signal.aborted) return null;
    throw error;
  }
}

const keysOf = ({ tree }: Inspection, nodes: readonly FoundNode[]): readonly number[] =>
  tree.key === null ? [] : nodes.map(({ node }) => tree.keyOf(node));

/** Most characters of a node's text. */
const MAX_TEXT = 200;

function retrievedNode(
  { tree }: Inspection,
  { node, path, weight, value }: FoundNode,
  isHistory: boolean,
): RetrievedNode {
  const key = isHistory || tree.key === null ? null : tree.keyOf(node);
  const text = value ?? summaryOf(tree, node);
  return { path, key, weight, text: text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…` };
}

/** The answer: a model's from what is handed on, or plain words. */
async function write(turn: Turn, { said, recalled }: QueryReading, ran: Ran): Promise<void> {
  const { inspection, nodes, query, change } = ran;
  const { tree, result } = inspection;
  const { writer, limits } = turn.host;
  turn.handed = { tree, nodes: distinctTops(nodes) };
  if (writer !== null && (nodes.length > 0 || result.value !== undefined)) {
    const isWritten = await writeAnswer(turn, {
      said,
      query,
      widened: change,
      tree,
      nodes,
      ...(result.value !== undefined && { value: result.value }),
    });
    if (isWritten) return;
  }
  if (recalled !== undefined) {
    const { recallLines } = await import("@semantic-xpath/conversation");
    turn.retrieved = recalled.tokens;
    return turn.say(
      recallLines(recalled)
        .map(({ text }) => text)
        .join("\n"),
    );
  }
  turn.retrieved = subtreeTokens(tree, distinctTops(nodes));
  if (change !== null) turn.say(`Nothing is exactly that. The nearest that finds something (${change}):\n`);
  const empty = result.stats.empty?.message ?? null;
  const input = { said, tree, nodes, found: result.ids.length, empty };
  const value = result.value === undefined ? {} : { value: result.value };
  turn.say(plainAnswer({ ...input, ...value }, limits.lines));
}

/** True once the model has answered. If it fails before its first words, the failure is noted and the answer is given in plain words. */
export async function writeAnswer(
  turn: Turn,
  about: Omit<Asked, "request" | "maxTokens" | "earlier" | "now">,
): Promise<boolean> {
  const { writer, limits } = turn.host;
  const { request, at: now } = turn.record;
  let isBegun = false;
  const onText = (text: string): void => {
    if (turn.signal.aborted) return;
    isBegun ||= text !== "";
    turn.say(text);
  };
  const asked = { ...about, request, maxTokens: limits.handedTokens, earlier: earlierAnswers(turn), now };
  try {
    const { signal, onUsage } = turn;
    const { handedOn: tokens } = await orAborted(signal, writer!.answer(asked, { signal, onUsage, onText }));
    turn.retrieved = tokens;
    return true;
  } catch (error) {
    turn.signal.throwIfAborted();
    if (isBegun || !(error instanceof SemanticXPathError)) throw error;
    const { code, message } = error.diagnostic;
    turn.emit({ type: "note", code, message });
    return false;
  }
}

const distinctTops = (nodes: readonly FoundNode[]): readonly number[] => [...new Set(nodes.map(({ node }) => node))];

/** Turns whose answers a model is shown, and characters of each. */
const MAX_EARLIER = 4;
const MAX_ANSWER = 300;

const earlierAnswers = (turn: Turn): readonly { readonly request: string; readonly answer: string }[] =>
  turn.earlier
    .slice(-MAX_EARLIER)
    .reverse()
    .map(({ request, events }) => ({
      request,
      answer: events
        .flatMap((event) => (event.type === "text" ? [event.text] : []))
        .join("")
        .slice(0, MAX_ANSWER),
    }));
