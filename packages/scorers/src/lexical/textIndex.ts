import { getOrMake } from "@semantic-xpath/tree";
import type { DerivedStore } from "../derivedStore.js";
import type { TextList } from "../scorer.js";
import { mergeSegments, SegmentBuilder } from "./builder.js";
import { keepName, keepSegment, keptSegment, MIN_KEPT, nameOf, sourceOfTexts } from "./kept.js";
import type { Language } from "./languages/language.js";
import { MAX_STEP } from "./reading.js";
import type { Segment } from "./segment.js";
import type { Steps } from "./slices.js";
import { vocabularyNow } from "./vocabulary.js";

/** Words and texts of a segment, at most but for the last text: what is built at once. */
const MAX_WORDS = 1 << 20;
const MAX_TEXTS = 1 << 16;
/** Maximum texts of a segment that may be merged with the one before, and the ratio of sizes from which they stay apart. */
const [MERGED, RATIO] = [1 << 13, 2];

/** The segments of a list, one after the other; one more each time the list has grown, and small ones merged like a log. */
export class TextIndex {
  readonly segments: Segment[] = [];
  /** Texts that are indexed. */
  size = 0;
  private readonly numbers = new Map<string, number>();
  private numbered = 0;

  constructor(
    private readonly list: TextList,
    private readonly language: Language,
  ) {}

  /** Texts that are in the list, and not indexed yet. */
  get missing(): number {
    return (this.list.size ?? this.list.texts.length) - this.size;
  }

  /** Indexes what was added to the list. `store`: where segments of many texts are kept. */
  *grow(store: DerivedStore | null = null): Steps<void> {
    const { list } = this;
    while (this.missing > 0) {
      const from = this.size;
      const keeps = store !== null && this.missing >= MIN_KEPT;
      const { identity } = list;
      const isKnown = identity !== undefined && from < identity.size;
      const most = isKnown ? Math.min(MAX_TEXTS, identity.size - from) : MAX_TEXTS;
      const about = this.language.name;
      let name: string | null = null;
      if (keeps) {
        const named = isKnown ? `${identity.source} ${from}` : null;
        name = named === null ? null : nameOf(store, named);
        if (name === null) {
          const source = sourceOfTexts(list.texts.slice(from, from + most));
          name = store.digest?.(source) ?? source;
          if (named !== null) keepName(store, named, name);
        }
        const ready = keptSegment(store, about, name, Math.min(most, this.missing));
        if (ready !== null) {
          this.take(ready);
          continue;
        }
      }
      const { texts } = list;
      const builder = new SegmentBuilder(vocabularyNow(this.language));
      let to = from;
      for (let read = 0; to < texts.length && to - from < most && builder.size < MAX_WORDS; to++) {
        yield* builder.add(texts[to]!);
        read += texts[to]!.length + 64;
        if (read > MAX_STEP) {
          read = 0;
          yield;
        }
      }
      const segment = builder.build();
      yield;
      // Another reader may have indexed the same meanwhile.
      if (this.size !== from) continue;
      if (name !== null) keepSegment(store!, about, name, segment);
      this.take(segment);
    }
  }

  private take(segment: Segment): void {
    this.segments.push(segment);
    this.size += segment.size;
    this.merge();
  }

  /** The segment of a text, and the number of the first text of that. */
  placeOf(number: number): { readonly segment: Segment; readonly first: number } {
    let first = 0;
    for (const segment of this.segments) {
      if (number < first + segment.size) return { segment, first };
      first += segment.size;
    }
    throw new RangeError(`The index has ${this.size} texts, and none with the number ${number}.`);
  }

  /** The number of a text. */
  numberOf(text: string): number {
    for (; this.numbered < this.size; this.numbered++)
      if (!this.numbers.has(this.list.texts[this.numbered]!))
        this.numbers.set(this.list.texts[this.numbered]!, this.numbered);
    return this.numbers.get(text)!;
  }

  private merge(): void {
    const { segments } = this;
    while (segments.length > 1) {
      const [before, last] = segments.slice(-2) as [Segment, Segment];
      if (before.size > RATIO * last.size || before.size + last.size > MERGED) return;
      segments.splice(-2, 2, mergeSegments(before, last));
    }
  }
}

/** Texts that were scored by themselves lately, with their indexes. */
const recent: { readonly language: Language; readonly texts: readonly string[]; readonly index: TextIndex }[] = [];
const MAX_RECENT = 4;
/** Maximum number of texts for which an index is kept. */
const MAX_KEPT = 1 << 14;

/** The index of texts that do not come from a list; the same texts again get the kept index. */
export function indexOfTexts(texts: readonly string[], language: Language): TextIndex {
  if (texts.length > MAX_KEPT) return new TextIndex({ texts }, language);
  const isSame = (one: (typeof recent)[number]): boolean =>
    one.language === language && one.texts.length === texts.length && one.texts.every((text, i) => text === texts[i]);
  const entry = recent.find(isSame);
  if (entry !== undefined) return entry.index;
  const copies = [...texts];
  const index = new TextIndex({ texts: copies }, language);
  recent.unshift({ language, texts: copies, index });
  recent.length = Math.min(recent.length, MAX_RECENT);
  return index;
}

const indexes = new WeakMap<TextList, Map<Language, TextIndex>>();

/** The index of a list in a language, one for all scorers. */
export const textIndexOf = (list: TextList, language: Language): TextIndex =>
  getOrMake(
    getOrMake(indexes, list, () => new Map()),
    language,
    () => new TextIndex(list, language),
  );
