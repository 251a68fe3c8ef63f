import { inOrder, type Session, type SessionInput, type Turn, turnId } from "../dialogue.js";
import type { Episode } from "./records.js";
import { slug } from "./statement.js";

/** The sessions of a memory in order of their dates, with their turns and episodes. */
export class Sessions {
  readonly sessions = new Map<
    string,
    { date: string; zone: string | null; turns: readonly Turn[]; episodes: Episode[] }
  >();
  readonly turns = new Map<string, Turn>();
  /** Ids of sessions by their dates. */
  private readonly inOrder: string[] = [];
  protected readonly episodes = new Map<string, Episode>();
  readonly speakers = new Map<string, { name: string; count: number }>();

  /** Adds the turns that are new; gives the session in order and if there were any. */
  addTurns(input: SessionInput): { readonly session: Session; readonly isChanged: boolean } {
    let record = this.sessions.get(input.id);
    if (record === undefined) {
      record = { date: input.date, zone: input.zone ?? null, turns: [], episodes: [] };
      this.sessions.set(input.id, record);
      this.inOrder.splice(this.placeOfSession(input.id), 0, input.id);
    }
    const { date } = record;
    const fresh: Turn[] = [];
    for (const { id: ref, speaker, text: written, time = date, place = null } of input.turns) {
      const text = written.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
      const id = turnId(input.id, ref);
      if (this.turns.has(id)) continue;
      const turn = { id, ref, session: input.id, speaker, text, time, place };
      this.turns.set(id, turn);
      const speakerEntry = this.speakers.get(slug(speaker));
      if (speakerEntry === undefined) this.speakers.set(slug(speaker), { name: speaker, count: 1 });
      else speakerEntry.count++;
      fresh.push(turn);
    }
    if (fresh.length > 0) record.turns = inOrder([...record.turns, ...fresh]);
    return { session: this.session(input.id)!, isChanged: fresh.length > 0 };
  }

  session(id: string): Session | null {
    const record = this.sessions.get(id);
    return record === undefined ? null : { id, date: record.date, zone: record.zone, turns: record.turns };
  }

  /** Sessions in order of their dates. */
  orderedSessions(): readonly Session[] {
    return this.inOrder.map((id) => this.session(id)!);
  }

  /** The first session after another one that is as asked for; null for none. */
  sessionAfter(id: string, isFit: (id: string) => boolean): string | null {
    for (let at = this.placeOfSession(id) + 1; at < this.inOrder.length; at++)
      if (isFit(this.inOrder[at]!)) return this.inOrder[at]!;
    return null;
  }

  /** The place of a session in order, or the one that it will have. */
  private placeOfSession(id: string): number {
    const keyOf = (each: string) => [this.sessions.get(each)!.date, each];
    const key = keyOf(id);
    let [low, high] = [0, this.inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(keyOf(this.inOrder[middle]!), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  episodeOf(turn: Turn): Episode | undefined {
    return this.episodes.get(turn.id);
  }
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  return 0;
}
