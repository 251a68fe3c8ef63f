import type { Memory, NodeKey, Task, Version } from "@semantic-xpath/memory";
import { applyingEdits, type Edit, type NodeId, type SegmentedTree, treeOf } from "@semantic-xpath/tree";
import type { ConversationState, Touched } from "../lifecycle/conversationState.js";
import type { Episode } from "../lifecycle/records.js";
import type { Fact } from "../lifecycle/statement.js";
import { childEdits, editsBetween } from "./edits.js";
import { correctionNode, episodeNode, memoryNode, sessionNode, slotNode, subjectNode, turnNode } from "./render.js";
import { CONVERSATION_SCHEMA } from "./schema.js";

/** Types whose nodes are looked up by id when something changes. */
const INDEXED: ReadonlySet<string> = new Set(["Session", "Episode", "Turn", "Subject", "Slot", "Correction"]);

/** Writes what changed in a state as one version of a task. */
export class TreeWriter {
  /** Permanent keys by type and id. */
  private readonly keys = new Map<string, NodeKey>();
  /** Ids of children in their order, by the parent: sessions by date, subjects and slots by id. */
  private readonly order = new Map<string, string[]>();
  /** Facts of slots as they were written last, by the ids of their statements. */
  private readonly written = new Map<string, ReadonlyMap<string, Fact>>();
  private version: Version | null = null;

  constructor(
    private readonly memory: Memory,
    private readonly taskName: string,
  ) {}

  /** The task; null before anything was written. */
  get task(): Task | null {
    return this.memory.hasTask(this.taskName) ? this.memory.task(this.taskName) : null;
  }

  /** Reads the nodes of the newest version. Linear. */
  load(): void {
    this.keys.clear();
    this.order.clear();
    this.written.clear();
    const { task } = this;
    if (task === null) return;
    this.version = task.head();
    const { segments } = this.version;
    for (let node = 1; node <= segments.size; node++) this.learn(segments, node);
  }

  /**
   * One version with the episodes of sessions as they are in the state, and with all that was touched. `isComplete` tells that the nodes were read from
   * the newest version; if others have written since, they are read again.
   */
  async write(
    state: ConversationState,
    touched: Touched,
    { sessions, formation, episodes, author, reason, turn }: WriteStep,
  ): Promise<void> {
    const provenance = { author, reason, ...(turn !== null && { turn }) };
    const change = await this.memory.transactionAsync(() => {
      const { task } = this;
      if (task === null) {
        const options = { schema: CONVERSATION_SCHEMA, provenance, title: "Conversations" };
        this.memory.createTask(this.taskName, treeOf(memoryNode(state, formation ?? "")), options);
        return "all";
      }
      if (task.head().number !== this.version?.number) this.load();
      const { segments, number: base } = this.version!;
      const edits = this.edits(state, segments, touched, { sessions, formation, episodes });
      if (edits.length === 0) return null;
      const applied = applyingEdits(segments, edits);
      return { applied, ...task.commit(edits, { base, provenance, edited: applied.version }) };
    });
    if (change === null) return;
    if (change === "all" || change.isRebased) {
      this.load();
      return;
    }
    for (const slot of touched.slots)
      this.written.set(slot, new Map((state.slot(slot)?.facts ?? []).map((fact) => [fact.statement.id, fact])));
    this.version = change.version;
    const { segments } = change.version;
    for (const [first, count] of change.applied.inserted()) {
      for (let node = first; node < first + count; node++) this.learn(segments, node);
    }
  }

  private edits(
    state: ConversationState,
    tree: SegmentedTree,
    touched: Touched,
    { sessions, formation, episodes }: Pick<WriteStep, "sessions" | "formation" | "episodes">,
  ): Edit[] {
    const edits: Edit[] = [];
    const root = 1;
    if (formation !== null && tree.rowAt(root).attributes.get("formation") !== formation)
      edits.push({ kind: "setAttribute", node: root, name: "formation", value: formation });
    const fresh = new Set<Episode>(episodes);
    for (const { id } of sessions.length > 1 ? state.orderedSessions() : sessions.map((id) => ({ id }))) {
      if (sessions.includes(id)) edits.push(...this.sessionEdits(state, tree, id, fresh));
    }
    edits.push(...this.turnEdits(state, tree, touched, fresh));
    edits.push(...this.subjectEdits(state, tree, touched));
    for (const correction of state.allCorrections()) {
      if (this.keys.has(`Correction ${correction.id}`)) continue;
      edits.push({ kind: "insert", parent: root, content: correctionNode(correction) });
    }
    return edits;
  }

  private sessionEdits(state: ConversationState, tree: SegmentedTree, id: string, fresh: ReadonlySet<Episode>): Edit[] {
    const session = state.session(id)!;
    const node = this.nodeOf(tree, "Session", id);
    if (node === null) {
      const content = sessionNode(state, session);
      const next = state.sessionAfter(id, (each) => this.keys.has(`Session ${each}`));
      const before = next === null ? this.firstOther(tree) : this.nodeOf(tree, "Session", next);
      return [{ kind: "insert", parent: 1, before, content }];
    }
    const { episodes } = state.sessions.get(id)!;
    const isStale = episodes.some((episode) => fresh.has(episode)) || tree.childrenOf(node).length !== episodes.length;
    if (!isStale) return [];
    return childEdits(
      tree,
      node,
      episodes.map((episode) => episodeNode(state, episode)),
    );
  }

  /** The first child of the root that is not a session. */
  private firstOther(tree: SegmentedTree): NodeId | null {
    const subject = this.order.get("Memory")?.[0];
    if (subject !== undefined) return this.nodeOf(tree, "Subject", subject);
    return tree.childrenOf(1).find((child) => tree.typeOf(child) !== "Session") ?? null;
  }

  private turnEdits(
    state: ConversationState,
    tree: SegmentedTree,
    touched: Touched,
    fresh: ReadonlySet<Episode>,
  ): Edit[] {
    const turns = new Set<string>();
    for (const id of touched.facts) turns.add(id.slice(0, id.lastIndexOf("#")));
    for (const slot of touched.slots) {
      const facts = state.slot(slot)?.facts ?? [];
      const writtenFacts = this.written.get(slot);
      for (const fact of facts) {
        if (isSameFact(writtenFacts?.get(fact.statement.id), fact)) continue;
        turns.add(fact.statement.draft.turn);
        for (const { draft } of fact.confirmedBy) turns.add(draft.turn);
      }
    }
    const edits: Edit[] = [];
    for (const id of turns) {
      const turn = state.turns.get(id);
      const node = turn === undefined ? null : this.nodeOf(tree, "Turn", id);
      const episode = turn === undefined ? undefined : state.episodeOf(turn);
      if (node === null || episode === undefined || fresh.has(episode)) continue;
      edits.push(...editsBetween(tree, node, turnNode(state, turn!, episode)));
    }
    return edits;
  }

  private subjectEdits(state: ConversationState, tree: SegmentedTree, touched: Touched): Edit[] {
    const edits: Edit[] = [];
    const subjects = new Set(touched.subjects);
    for (const slot of touched.slots) subjects.add(slot.slice(0, slot.indexOf("#")));
    for (const id of [...subjects].sort()) {
      const node = this.nodeOf(tree, "Subject", id);
      if (!state.hasSubject(id)) {
        if (node !== null) edits.push({ kind: "delete", node });
        this.forget("Memory", "Subject", id);
        for (const slot of this.order.get(id) ?? []) this.keys.delete(`Slot ${slot}`);
        this.order.delete(id);
        continue;
      }
      const subject = state.subject(id);
      if (node === null) {
        const before = this.after("Memory", id);
        const place = before === null ? this.firstCorrection(tree) : this.nodeOf(tree, "Subject", before);
        edits.push({ kind: "insert", parent: 1, before: place, content: subjectNode(state, subject) });
        continue;
      }
      edits.push(...editsBetween(tree, node, { ...subjectNode(state, subject), children: [] }, false));
      const slots = [...touched.slots].filter((slot) => slot.startsWith(`${id}#`)).sort();
      for (const slot of slots) edits.push(...this.slotEdits(state, tree, node, id, slot));
    }
    return edits;
  }

  private slotEdits(
    state: ConversationState,
    tree: SegmentedTree,
    parent: NodeId,
    subject: string,
    id: string,
  ): Edit[] {
    const node = this.nodeOf(tree, "Slot", id);
    const slot = state.slot(id);
    if (slot === null) {
      this.forget(subject, "Slot", id);
      return node === null ? [] : [{ kind: "delete", node }];
    }
    if (node !== null) return editsBetween(tree, node, slotNode(slot));
    const before = this.after(subject, id);
    return [
      {
        kind: "insert",
        parent,
        before: before === null ? null : this.nodeOf(tree, "Slot", before),
        content: slotNode(slot),
      },
    ];
  }

  private firstCorrection(tree: SegmentedTree): NodeId | null {
    return tree.childrenOf(1).find((child) => !["Session", "Subject"].includes(tree.typeOf(child))) ?? null;
  }

  private nodeOf(tree: SegmentedTree, type: string, id: string): NodeId | null {
    const key = this.keys.get(`${type} ${id}`);
    const node = key === undefined ? -1 : tree.nodeOfKey(key);
    return node < 0 ? null : node;
  }

  private learn(tree: SegmentedTree, node: NodeId): void {
    const type = tree.typeOf(node);
    if (!INDEXED.has(type)) return;
    const id = tree.rowAt(node).attributes.get("id");
    if (id === undefined) return;
    this.keys.set(`${type} ${id}`, tree.keyOf(node));
    if (type === "Subject") this.insertId("Memory", id);
    else if (type === "Slot") this.insertId(id.slice(0, id.indexOf("#")), id);
  }

  private insertId(parent: string, id: string): void {
    const ids = this.order.get(parent) ?? [];
    this.order.set(parent, ids);
    const at = placeOf(ids, id);
    if (ids[at] !== id) ids.splice(at, 0, id);
  }

  private forget(parent: string, type: string, id: string): void {
    this.keys.delete(`${type} ${id}`);
    const ids = this.order.get(parent) ?? [];
    const at = placeOf(ids, id);
    if (ids[at] === id) ids.splice(at, 1);
  }

  /** The written id that comes next; null for the last. */
  private after(parent: string, id: string): string | null {
    const ids = this.order.get(parent) ?? [];
    return ids[placeOf(ids, id)] ?? null;
  }
}

/** True for a fact of which nothing that is written has changed. */
const isSameFact = (before: Fact | undefined, now: Fact): boolean =>
  before !== undefined &&
  before.statement === now.statement &&
  before.validFrom === now.validFrom &&
  before.validTo === now.validTo &&
  before.supersededBy === now.supersededBy &&
  before.how === now.how &&
  before.status === now.status &&
  before.subject === now.subject &&
  before.slot === now.slot &&
  before.mayReplace.length === now.mayReplace.length &&
  before.confirmedBy.length === now.confirmedBy.length &&
  before.confirmedBy.every((each, i) => each === now.confirmedBy[i]);

interface WriteStep {
  /** The sessions whose episodes changed. */
  readonly sessions: readonly string[];
  /** Id of the formation of what is written; null: nothing was formed. */
  readonly formation: string | null;
  /** Episodes that were not written before. */
  readonly episodes: readonly Episode[];
  readonly author: string;
  readonly reason: string;
  /** The turn of a chat that wanted it; null for none. */
  readonly turn: string | null;
}

/** The first place whose id is not before another one. */
function placeOf(ids: readonly string[], id: string): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ids[middle]! < id) from = middle + 1;
    else to = middle;
  }
  return from;
}
