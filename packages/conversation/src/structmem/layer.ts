import type { Edit, NodeData, SegmentedTree } from "@semantic-xpath/tree";
import type { Turn } from "../dialogue.js";
import { type LayerTarget, layerNodes, layerTask, livingFacts, ROOT, references } from "../layer.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { VectorSpace } from "../space.js";
import { readState } from "../tree/readState.js";
import { relationsOf } from "../tree/render.js";
import type { Vector } from "../vectors.js";
import {
  asEntry,
  type Consolidation,
  consolidate,
  consolidationId,
  type Synthesis,
  sourceDigest,
} from "./consolidate.js";
import { type Entry, utteranceTimes } from "./entries.js";
import { type SeedSettings, supplementOf } from "./supplement.js";
import { planWindows, type Window, type WindowMode } from "./windows.js";

export interface ConsolidationOptions extends LayerTarget {
  readonly space: VectorSpace;
  readonly synthesise: Synthesis;
  /** Default: a window a session. */
  readonly mode?: WindowMode;
  /** Length of a window in milliseconds, for the modes that have one. Default: an hour. */
  readonly window?: number;
  readonly seeds?: SeedSettings;
  /** True if weeks of consolidations are consolidated again. Default false. */
  readonly hasSecondTier?: boolean;
  readonly signal?: AbortSignal;
}

export interface ConsolidationReport {
  readonly entries: number;
  /** Consolidations that were written now. */
  readonly written: number;
  /** Consolidations that were there, written from the same texts. */
  readonly kept: number;
  /** Written consolidations that cite what their inputs do not have. */
  readonly marked: number;
}

/**
 * Consolidates a memory window by window. Each consolidation is a version of its own, so that a process that was killed goes on without a second call.
 * Windows are laid over all entries: one whose entries changed, or got another, is written again in the place of the old one. Consolidations written
 * from the same texts stay, and a second run writes nothing.
 *
 * @throws RangeError if there is no such memory; errors of `synthesise`, after the consolidations before it were written
 */
export async function consolidateMemory(options: ConsolidationOptions): Promise<ConsolidationReport> {
  const { space, mode, window: length, hasSecondTier = false } = options;
  const task = layerTask(options);
  const entries = entriesOf(readState(task.head().tree()));
  const windows = planWindows(entries, length, mode);
  const first = await writeTier(options, windows, entries, await vectorsOf(space, entries), 1);
  let { written, kept, marked } = first;
  if (hasSecondTier) {
    const summaries = first.consolidations.map(asEntry);
    const second = await writeTier(
      options,
      planWindows(summaries, length, "session"),
      summaries,
      await vectorsOf(space, summaries),
      2,
    );
    written += second.written;
    kept += second.kept;
    marked += second.marked;
  }
  return { entries: entries.length, written, kept, marked };
}

/** Facts and relations of a memory as entries of the two voices, in order of the conversation. */
export function entriesOf(state: ConversationState): Entry[] {
  const turns = state
    .orderedSessions()
    .flatMap((session) => session.turns.map((turn) => ({ ...turn, date: session.date })));
  const times = utteranceTimes(turns.map(({ id, session, date }) => ({ id, session, sessionTime: Date.parse(date) })));
  const facts = livingFacts(state).map(({ statement }): Entry => {
    const turn = state.turns.get(statement.draft.turn)!;
    return entryOf(statement.id, statement.text, "factual", turn, times);
  });
  const relations = [...state.sessions.values()].flatMap(({ episodes }) =>
    episodes.flatMap((episode) =>
      relationsOf(episode).map(({ id, relation }) =>
        entryOf(id, relation.text, "relational", state.turns.get(relation.turn)!, times),
      ),
    ),
  );
  return [...facts, ...relations];
}

function entryOf(
  id: string,
  text: string,
  voice: Entry["voice"],
  turn: Turn,
  times: ReadonlyMap<string, number>,
): Entry {
  const { id: event, session, speaker } = turn;
  return { id, text, voice, event, session, speaker, time: times.get(event)! };
}

async function vectorsOf(space: VectorSpace, entries: readonly Entry[]): Promise<Map<string, Vector>> {
  const vectors = await space.embed(entries.map(({ text }) => text));
  return new Map(entries.map(({ id }, index) => [id, vectors[index]!]));
}

interface Tier {
  readonly consolidations: readonly Consolidation[];
  readonly written: number;
  readonly kept: number;
  readonly marked: number;
}

async function writeTier(
  options: ConsolidationOptions,
  windows: readonly Window[],
  entries: readonly Entry[],
  vectors: ReadonlyMap<string, Vector>,
  tier: number,
): Promise<Tier> {
  const { space, synthesise, seeds, signal, author = "structmem" } = options;
  const task = layerTask(options);
  const texts = new Map(entries.map(({ id, text }) => [id, text]));
  const consolidations: Consolidation[] = [];
  let [written, marked] = [0, 0];
  const planned = new Set(windows.map((window) => consolidationId(window, tier)));
  for (const window of windows) {
    signal?.throwIfAborted();
    const head = task.head();
    const stored = storedConsolidations(head.segments, tier);
    const existing = stored.get(consolidationId(window, tier));
    if (
      existing !== undefined &&
      sourceDigest(existing.covers, existing.seeds, (id) => texts.get(id) ?? null) === existing.digest
    ) {
      consolidations.push(existing);
      continue;
    }
    const [query] = await space.embed([window.map(({ text }) => text).join("\n")]);
    const supplement = supplementOf(window, entries, (id) => vectors.get(id) ?? null, query!, seeds);
    const consolidation = await consolidate(window, supplement, synthesise, tier);
    consolidations.push(consolidation);
    written++;
    if (consolidation.unsupported.length > 0) marked++;
    const node = layerNodes(head.segments, "Consolidation").get(consolidation.id);
    const edits: Edit[] = node === undefined ? [] : [{ kind: "delete", node }];
    edits.push({ kind: "insert", parent: ROOT, content: consolidationNode(consolidation) });
    const provenance = { author, reason: `consolidate ${window.length} entries` };
    await options.memory.transactionAsync(() => task.commit(edits, { base: head.number, provenance }));
  }
  await removeObsolete(options, planned, tier);
  return { consolidations, written, kept: consolidations.length - written, marked };
}

/** Deletes consolidations of a tier whose windows no longer exist. */
async function removeObsolete(
  options: ConsolidationOptions,
  planned: ReadonlySet<string>,
  tier: number,
): Promise<void> {
  const task = layerTask(options);
  const head = task.head();
  const nodes = layerNodes(head.segments, "Consolidation");
  const obsolete = [...storedConsolidations(head.segments, tier).keys()].filter((id) => !planned.has(id));
  if (obsolete.length === 0) return;
  const edits = obsolete.map((id) => ({ kind: "delete" as const, node: nodes.get(id)! }));
  const provenance = { author: options.author ?? "structmem", reason: "windows that are gone" };
  await options.memory.transactionAsync(() => task.commit(edits, { base: head.number, provenance }));
}

/** Consolidations of a tier by their ids. */
function storedConsolidations(tree: SegmentedTree, tier: number): Map<string, Consolidation> {
  const stored = new Map<string, Consolidation>();
  for (const [id, node] of layerNodes(tree, "Consolidation")) {
    const { attributes, text } = tree.rowAt(node);
    if (Number(attributes.get("tier")) !== tier) continue;
    const unsupported = attributes.get("unsupported") ?? "";
    stored.set(id, {
      id,
      tier,
      text,
      start: Date.parse(`${attributes.get("start")}Z`),
      end: Date.parse(`${attributes.get("end")}Z`),
      covers: references(tree, node, "Covers"),
      seeds: references(tree, node, "Seed"),
      unsupported: unsupported === "" ? [] : unsupported.split("; "),
      digest: attributes.get("digest") ?? "",
    });
  }
  return stored;
}

function consolidationNode({
  id,
  tier,
  start,
  end,
  digest,
  unsupported,
  text,
  covers,
  seeds,
}: Consolidation): NodeData {
  const isoTime = (time: number) => new Date(time).toISOString().slice(0, 19);
  return {
    type: "Consolidation",
    attributes: {
      id,
      tier: String(tier),
      start: isoTime(start),
      end: isoTime(end),
      digest,
      ...(unsupported.length > 0 && { unsupported: unsupported.join("; ") }),
    },
    text,
    children: [
      ...covers.map((idref) => ({ type: "Covers", attributes: { idref } })),
      ...seeds.map((idref) => ({ type: "Seed", attributes: { idref } })),
    ],
  };
}
