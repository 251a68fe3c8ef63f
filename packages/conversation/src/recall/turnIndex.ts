import type { Days } from "../formation.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Episode } from "../lifecycle/records.js";
import { type Passage, passagesIn } from "./passages.js";
import type { PassageIndex } from "./recall.js";
import { RelatedStems } from "./relatedStems.js";

/** Letters that words of one family share. */
const BEGINNING = 5;
const NONE: ReadonlySet<Passage> = new Set();

/** An inverted index of what the turns of a state say. It follows the state: episodes that came or went since are read at the next question. */
export class TurnIndex implements PassageIndex {
  private readonly postings = new Map<string, Set<Passage>>();
  /** Stems of more than four letters by their first five. */
  private readonly beginnings = new Map<string, Set<string>>();
  private readonly related = new RelatedStems();
  /** Stems that came since those that are related were last asked for. */
  private unrelated: string[] = [];
  /** Days of the statements that have some. */
  private readonly days = new Map<string, Days>();
  private readonly passages = new Map<Episode, readonly Passage[]>();
  private readonly byTurn = new Map<string, Passage>();
  private newest = "";

  constructor(private readonly state: ConversationState) {}

  /** Reads what changed. Linear in the number of episodes, and in the turns of those that changed. */
  refresh(): this {
    const current = new Set<Episode>();
    this.newest = "";
    for (const { date, turns, episodes } of this.state.sessions.values()) {
      const last = turns.at(-1)?.time ?? date;
      if (last > this.newest) this.newest = last;
      for (const episode of episodes) {
        current.add(episode);
        if (!this.passages.has(episode)) this.add(episode);
      }
    }
    for (const episode of this.passages.keys()) if (!current.has(episode)) this.remove(episode);
    return this;
  }

  latest(): string {
    return this.newest.slice(0, 10);
  }

  passage(turn: string): Passage | undefined {
    return this.byTurn.get(turn);
  }

  withStem(stem: string): ReadonlySet<Passage> {
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
    return this.byTurn.size;
  }

  private add(episode: Episode): void {
    const passages = passagesIn(this.state, episode);
    this.passages.set(episode, passages);
    for (const passage of passages) {
      this.byTurn.set(passage.turn.id, passage);
      for (const stem of stemsOf(passage)) this.post(stem, passage);
    }
    for (const { id, draft } of episode.statements) if (draft.when !== null) this.days.set(id, draft.when);
  }

  private post(stem: string, passage: Passage): void {
    const posted = this.postings.get(stem);
    if (posted !== undefined) {
      posted.add(passage);
      return;
    }
    this.postings.set(stem, new Set([passage]));
    this.unrelated.push(stem);
    if (stem.length < BEGINNING) return;
    const beginning = stem.slice(0, BEGINNING);
    const stems = this.beginnings.get(beginning);
    if (stems === undefined) this.beginnings.set(beginning, new Set([stem]));
    else stems.add(stem);
  }

  private remove(episode: Episode): void {
    const passages = this.passages.get(episode)!;
    this.passages.delete(episode);
    for (const passage of passages) {
      if (this.byTurn.get(passage.turn.id) === passage) this.byTurn.delete(passage.turn.id);
      for (const stem of stemsOf(passage)) this.postings.get(stem)?.delete(passage);
    }
    for (const { id } of episode.statements) if (this.state.statement(id) === null) this.days.delete(id);
  }
}

const stemsOf = ({ stems, questionStems }: Passage): readonly string[] => [...stems, ...questionStems];
