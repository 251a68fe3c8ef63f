import type { Dialogue, DialogueFact, DialogueQuestion } from "../format/shapes.js";
import type { Random } from "../measure/random.js";
import type { Frames, Topic, Words } from "./words.js";

/** A line that was said, with the facts that it states. Its turn is known when the dialogue is complete. */
export interface Line {
  readonly speaker: string;
  readonly text: string;
  readonly facts: readonly Omit<DialogueFact, "source">[];
}

type AskedGroup = Line | readonly Line[];

interface QuestionDraft {
  readonly kind: string;
  readonly text: string;
  readonly include: readonly AskedGroup[];
  readonly exclude: readonly Line[];
  readonly asOf?: string;
  readonly value?: string;
}

/** A topic of one speaker that no other script of the dialogue touches, with values of its own. */
export interface Slot {
  readonly topic: Topic;
  readonly owner: string;
  /** The next value. */
  value(): string;
}

export type Values = Readonly<Record<string, string>>;

/** Puts lines into the sessions of a dialogue, and keeps the questions about them. Sessions are numbered from 0. */
export class DialogueWriter {
  private readonly exchanges: Line[][][];
  private readonly questions: QuestionDraft[] = [];
  private readonly free: { readonly topic: Topic; readonly owner: string }[];
  private readonly values = new Map<Topic, string[]>();

  constructor(
    readonly random: Random,
    readonly words: Words,
    readonly speakers: readonly [string, string],
    /** The day of each session, ascending. */
    readonly days: readonly string[],
  ) {
    this.exchanges = days.map(() => []);
    const { topics } = words;
    this.free = random.shuffled(topics.flatMap((topic) => speakers.map((owner) => ({ topic, owner }))));
    for (const topic of topics) this.values.set(topic, random.shuffled(topic.values));
  }

  /** Some sessions, ascending. */
  sessions(count: number): readonly number[] {
    const all = this.days.map((_, session) => session);
    return this.random
      .shuffled(all)
      .slice(0, count)
      .sort((a, b) => a - b);
  }

  /** An unused slot; null without one. */
  slot(fits: (topic: Topic, owner: string) => boolean = (topic) => topic.isPreference !== true): Slot {
    const place = this.free.findIndex(({ topic, owner }) => fits(topic, owner));
    if (place < 0)
      throw new RangeError("There are too few topics for a dialogue: each speaker needs one for each script.");
    const [{ topic, owner }] = this.free.splice(place, 1) as [{ topic: Topic; owner: string }];
    return { topic, owner, value: () => this.valueOf(topic) };
  }

  valueOf(topic: Topic): string {
    const value = this.values.get(topic)!.pop();
    if (value === undefined) throw new RangeError(`The topic "${topic.slot}" has too few values.`);
    return value;
  }

  other(speaker: string): string {
    return this.speakers[0] === speaker ? this.speakers[1] : this.speakers[0];
  }

  /** A sentence by one of the wordings of a frame. */
  framed(frame: keyof Frames, values: Values): string {
    return sentence(this.filled(this.random.pick(this.words.frames[frame]), values));
  }

  filled(wording: string, values: Values): string {
    return wording.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  }

  /** One line as an exchange of its own. */
  say(session: number, speaker: string, text: string, facts: Line["facts"] = []): Line {
    return this.exchange(session, [{ speaker, text, facts }])[0]!;
  }

  /** Lines that follow each other. */
  exchange(session: number, lines: readonly Line[]): readonly Line[] {
    this.exchanges[session]!.push([...lines]);
    return lines;
  }

  ask(asked: QuestionDraft): void {
    this.questions.push(asked);
  }

  /** The dialogue with greetings, nods and `talk` remarks in each session that mean nothing. */
  dialogue(id: string, split: string, talk: number): Dialogue {
    const idOf = new Map<Line, string>();
    const facts: DialogueFact[] = [];
    const sessions = this.exchanges.map((exchanges, place) => {
      const lines = this.sessionLines(exchanges, talk);
      const turns = lines.map((line, turn) => {
        const turnId = `D${place + 1}:${turn + 1}`;
        idOf.set(line, turnId);
        facts.push(...line.facts.map((fact) => ({ source: turnId, ...fact })));
        return { id: turnId, speaker: line.speaker, text: line.text };
      });
      return { id: `S${place + 1}`, date: this.days[place]!, turns };
    });
    const reference = (line: Line): string => idOf.get(line)!;
    const questions = this.questions.map(
      ({ include, exclude, ...about }, place): DialogueQuestion => ({
        id: `q${place + 1}`,
        ...about,
        include: include.map((group) => ("text" in group ? reference(group) : group.map(reference))),
        exclude: exclude.map(reference),
      }),
    );
    return { id, split, speakers: [...this.speakers], sessions, facts, questions };
  }

  private sessionLines(exchanges: readonly (readonly Line[])[], talk: number): readonly Line[] {
    const { frames } = this.words;
    const idle = (speaker: string, wordings: readonly string[], name = ""): Line => ({
      speaker,
      text: this.filled(this.random.pick(wordings), { name }),
      facts: [],
    });
    const [first, second] = this.random.shuffled(this.speakers) as [string, string];
    const remarks = Array.from({ length: talk }, () => [idle(this.random.pick(this.speakers), frames.talk)]);
    const middle = this.random.shuffled([...exchanges, ...remarks]).flatMap((lines) => {
      const nods = this.random.share() < 0.6;
      return nods ? [...lines, idle(this.other(lines.at(-1)!.speaker), frames.nods)] : lines;
    });
    return [
      idle(first, frames.greetings, second),
      idle(second, frames.greetings, first),
      ...middle,
      idle(second, frames.farewells, first),
      idle(first, frames.farewells, second),
    ];
  }
}

/** With a capital. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
