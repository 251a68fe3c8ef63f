import { CLAUSE_END, COMPOUND, deniedAt } from "@semantic-xpath/english";
import { getOrMake } from "@semantic-xpath/tree";
import { KIND, type Kind, kindOfAttribute } from "./fields.js";
import { readFlag } from "./flags.js";
import { eachLine, eachSentence } from "./lines.js";
import type { Steps } from "./slices.js";
import type { KnownWord, Vocabulary } from "./vocabulary.js";
import { chunkEnd, chunkStart } from "./words.js";

/** Characters that are read between two chances to pause. */
export const MAX_STEP = 8192;

/** Is told each word of a text, with its characters. */
export type WordVisitor = (word: KnownWord, kind: Kind, start: number, end: number) => void;

/** Reads texts word by word, with the kind of field that each is in, and whether the text denies it. */
export class TextReader {
  /** Number of words in own text and in values that are not references, for the text read last; and its type, null without a node. */
  length = 0;
  type: string | null = null;
  /** The attribute that is being read, null for own text. */
  field: string | null = null;
  /** For each value and own text of the text read last: the beginning of the line, its colon (-1 in own text), and its end. */
  readonly values: number[] = [];
  private readonly kinds = new Map<string, Kind>();
  /** The words of the line that is being read, and where each begins and ends. */
  private readonly run: KnownWord[] = [];
  private readonly spans: number[] = [];

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly visit: WordVisitor,
  ) {}

  /** Reads a text. Long lines take several steps. */
  *read(text: string): Steps<void> {
    this.length = 0;
    this.type = null;
    this.values.length = 0;
    const pending: (() => Steps<void>)[] = [];
    const add = (kind: Kind, start: number, end: number, field: string | null): void => {
      if (end - start <= MAX_STEP && pending.length === 0) this.words(text, start, end, kind, field);
      else pending.push(() => this.longRun(text, start, end, kind, field));
    };
    eachLine(text, {
      type: (start, end) => {
        if (start === 0) this.type = text.slice(0, end);
        add(KIND.type, start, end, null);
      },
      attribute: (start, colon, end) => {
        this.values.push(start, colon, end);
        this.attribute(text, start, colon, end, add);
      },
      body: (start, end) => {
        this.values.push(start, -1, end);
        eachSentence(text, start, end, (from, to, asks) => add(asks ? KIND.asking : KIND.body, from, to, null));
      },
    });
    for (const run of pending) yield* run();
  }

  /** The name of an attribute that is true is as good as its value, one that is false is denied, and one without a value is nothing. */
  private attribute(
    text: string,
    start: number,
    colon: number,
    end: number,
    add: (kind: Kind, start: number, end: number, field: string | null) => void,
  ): void {
    const flag = readFlag(text, colon + 2, end);
    if (flag === "absent") return;
    const name = text.slice(start, colon);
    const kind = getOrMake(this.kinds, name, () => kindOfAttribute(name));
    if (flag === "true") add(kind, start, colon, name);
    else if (flag !== "none") add(flag === "false" ? KIND.false : KIND.attributeName, start, colon, name);
    if (flag === "value" || flag === "none") add(kind, colon + 2, end, name);
  }

  private *longRun(text: string, start: number, end: number, kind: Kind, field: string | null): Steps<void> {
    for (let from = start; from < end; ) {
      let to = Math.min(end, from + MAX_STEP);
      // Up to the end of a chunk.
      if (to < end) to = Math.min(end, chunkEnd(text, to, end));
      this.words(text, from, to, kind, field);
      from = to;
      yield;
    }
  }

  private words(text: string, start: number, end: number, kind: Kind, field: string | null): void {
    const { run, spans } = this;
    const mayDeny = kind === KIND.body || kind === KIND.name;
    let denies = false;
    let count = 0;
    for (let from = chunkStart(text, start, end), to = start; from < end; from = chunkStart(text, to, end)) {
      const words = this.vocabulary.wordsFrom(text, from, end);
      to = this.vocabulary.end;
      for (let i = 0; i < words.length; i++) {
        const word = words[i]!;
        denies ||= word.denies;
        spans[count * 2] = from;
        spans[count * 2 + 1] = to;
        run[count++] = word;
      }
    }
    const denied = denies && mayDeny ? this.deniedIn(text, count) : null;
    const counts = mayDeny || kind === KIND.asking;
    this.field = field;
    for (let at = 0; at < count; at++) {
      const word = run[at]!;
      if (word.advances && counts) this.length++;
      this.visit(word, denied?.[at] === true ? KIND.denied : kind, spans[at * 2]!, spans[at * 2 + 1]!);
    }
  }

  /** Marks the denied words among the first words of the run. */
  private deniedIn(text: string, count: number): boolean[] {
    const { run, spans } = this;
    const words: (string | null)[] = [];
    const places: number[] = [];
    for (let at = 0; at < count; at++) {
      const { text: word, advances } = run[at]!;
      const last = at === 0 ? 0 : spans[at * 2 - 1]!;
      const from = spans[at * 2]!;
      if (at > 0 && from > last && CLAUSE_END.test(text.slice(last, from))) words.push(null);
      places.push(words.length);
      words.push(advances || word === "not" ? word : COMPOUND + word);
    }
    return places.map((place) => deniedAt(place, (other) => words[other] ?? null));
  }
}
