import { contentStems } from "@semantic-xpath/english";
import type { Days } from "../formation.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Episode } from "../lifecycle/records.js";
import type { Fact, Statement } from "../lifecycle/statement.js";
import type { FactIndex } from "./recall.js";
import { RelatedStems } from "./relatedStems.js";
import { unkeptIn } from "./unkept.js";

/** Letters that words of one family share. */
const BEGINNING = 5;
const NONE: ReadonlySet<string> = new Set();

/** An inverted index of the statements of a state. It follows the state: episodes that came or went since are read at the next question. */
export class StatementIndex implements FactIndex {
  private readonly postings = new Map<string, Set<string>>();
  private readonly stems = new Map<string, readonly string[]>();
  /** Stems of more than four letters by their first five. */
  private readonly beginnings = new Map<string, Set<string>>();
  private readonly related = new RelatedStems();
  /** Stems that came since those that are related were last asked for. */
  private unrelated: string[] = [];
  /** Days of the statements that have some. */
  private readonly days = new Map<string, Days>();
  private readonly episodes = new Set<Episode>();
  private readonly unkept = new Map<string, Fact>();
  private newest = "";

  constructor(private readonly state: ConversationState) {}

  /** Reads what changed. Linear in the number of episodes, and in the statements of those that changed. */
  refresh(): this {
    const current = new Set<Episode>();
    this.newest = "";
    for (const { date, turns, episodes } of this.state.sessions.values()) {
      const last = turns.at(-1)?.time ?? date;
      if (last > this.newest) this.newest = last;
      for (const episode of episodes) {
        current.add(episode);
        if (this.episodes.has(episode)) continue;
        this.episodes.add(episode);
        for (const statement of episode.statements) this.add(statement);
        for (const fact of unkeptIn(this.state, episode)) {
          this.unkept.set(fact.statement.id, fact);
          this.add(fact.statement);
        }
      }
    }
    for (const episode of this.episodes) {
      if (current.has(episode)) continue;
      this.episodes.delete(episode);
      for (const { id } of episode.statements) if (this.state.statement(id) === null) this.remove(id);
      for (const { turn, span } of episode.dropped) {
        const id = `${turn}@${span.start}`;
        if (this.unkept.delete(id)) this.remove(id);
      }
    }
    return this;
  }

  fact(id: string): Fact | null {
    return this.unkept.get(id) ?? this.state.factOf(id);
  }

  latest(): string {
    return this.newest.slice(0, 10);
  }

  withStem(stem: string): ReadonlySet<string> {
    return this.postings.get(stem) ?? NONE;
  }

  variants(stem: string): readonly string[] {
    if (stem.length < BEGINNING) return [];
    return [...(this.beginnings.get(stem.slice(0, BEGINNING)) ?? [])].filter(
      (each) => each !== stem && (each.startsWith(stem) || stem.startsWith(each)),
    );
  }

  near(stem: string): ReadonlyMap<string, number> {
    for (const each of this.unrelated) this.related.add(each);
    this.unrelated = [];
    return this.related.near(stem);
  }

  onDays({ first, last }: Days): readonly string[] {
    return [...this.days].flatMap(([id, days]) => (days.first <= last && days.last >= first ? [id] : []));
  }

  count(): number {
    return this.stems.size;
  }

  private add({ id, text, draft }: Statement): void {
    this.remove(id);
    const stems = contentStems(`${text} ${draft.slot?.name ?? ""} ${draft.value ?? ""}`);
    this.stems.set(id, stems);
    for (const stem of stems) {
      const ids = this.postings.get(stem);
      if (ids !== undefined) {
        ids.add(id);
        continue;
      }
      this.postings.set(stem, new Set([id]));
      this.unrelated.push(stem);
      if (stem.length < BEGINNING) continue;
      const beginning = stem.slice(0, BEGINNING);
      const stems = this.beginnings.get(beginning);
      if (stems === undefined) this.beginnings.set(beginning, new Set([stem]));
      else stems.add(stem);
    }
    if (draft.when !== null) this.days.set(id, draft.when);
  }

  private remove(id: string): void {
    for (const stem of this.stems.get(id) ?? []) this.postings.get(stem)?.delete(id);
    this.stems.delete(id);
    this.days.delete(id);
  }
}
