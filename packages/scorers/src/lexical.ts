import { getOrMake, type Tree } from "@semantic-xpath/tree";
import { ByteLru } from "./byteLru.js";
import { digestOfText } from "./context.js";
import { Floor } from "./floor.js";
import { readCondition } from "./lexical/condition.js";
import { inContext, partsOf, type UnitGains } from "./lexical/context.js";
import { type Evaluating, evaluate, type SegmentScores } from "./lexical/evaluate.js";
import { explainText, withDenied } from "./lexical/explain.js";
import type { FieldWeights } from "./lexical/fields.js";
import { scoreOf } from "./lexical/formula.js";
import { foundIn } from "./lexical/found.js";
import {
  type Evaluated,
  isSame,
  lessDenied,
  type Request,
  scoresOf,
  textsOf,
  type Use,
  without,
} from "./lexical/hits.js";
import { MIN_KEPT, type OpenKept } from "./lexical/kept.js";
import { declaredLanguage, InLanguage } from "./lexical/languages/declared.js";
import { ENGLISH, type Language } from "./lexical/languages/language.js";
import { type DeclaredQuantities, declaredQuantities, UNDECLARED } from "./lexical/quantity/declared.js";
import { contextsOf, listOf, type ScoredList } from "./lexical/scoredList.js";
import type { Segment } from "./lexical/segment.js";
import { type Sides, sidesOf } from "./lexical/sides.js";
import { atOnce, Slices, type Steps } from "./lexical/slices.js";
import { languageStatistics, type Statistics, TreeStatistics } from "./lexical/statistics.js";
import { indexOfTexts, type TextIndex, textIndexOf } from "./lexical/textIndex.js";
import { englishThesaurus, readThesaurus, type Thesaurus, thesaurusWith } from "./lexical/thesaurus.js";
import { vocabularyNow } from "./lexical/vocabulary.js";
import { checkOptions, oneOf, rule } from "./options.js";
import type {
  BestTexts,
  FindOptions,
  FoundTexts,
  ScoreEvidence,
  ScoreOptions,
  Scorer,
  TextContext,
  TextList,
} from "./scorer.js";

/** The beginning of its id. The number changes with every change that can change a score. */
const NAME = "lexical-14";
/** Bytes of scores of conditions that are kept for a tree. */
const KEPT_BYTES = 2 ** 22;
/** Bytes of a hit, its number and its score; of a unit in a text, four doubles; and of a condition itself. */
const [HIT_BYTES, GAIN_BYTES, KEPT_CONDITION] = [8, 32, 2048];

/** Measured: .003 of nDCG for names, on conversations; for ids and dates flat from .3 to 1, for names of attributes from .3 to .5. */
const FIELDS: FieldWeights = { body: 1, name: 1.5, reference: 0.3, type: 1, attributeName: 0.3 };

export interface LexicalOptions {
  /** Language of the texts. Default: the language declared by the schema of the bound tree, else English. */
  readonly language?: Language;
  /** Texts that are read with their context: those with a context in their schema, the default, or none. */
  readonly context?: "schema" | "off";
  /** Lines of a thesaurus of one's own, which are added to the English one: "ropeway = cable-car, gondola". */
  readonly thesaurus?: string;
  /** Weights of evidence by the kind of field that it is found in. */
  readonly fields?: Partial<FieldWeights>;
  /**
   * Fitted calibration: a score s becomes the score with the log-odds `slope · ln(s / (1 − s)) + shift`. The order stays.
   * A slope of 1 and a shift of 0, the default, change nothing.
   */
  readonly calibration?: { readonly slope: number; readonly shift: number };
  /** Advice for a condition without any matching word: see `Scorer`. It changes no score. */
  readonly ifNothing?: string;
}

/** The embedded scorer with what it adds to `Scorer`: evidence, and the statistics of a tree. */
export interface LexicalScorer extends Scorer {
  scoreListed(list: TextList, numbers: Int32Array, condition: string, options: ScoreOptions): Promise<Float32Array>;
  findListed(list: TextList, condition: string, options: FindOptions): Promise<FoundTexts | null>;
  explain(text: string, condition: string, context?: TextContext | null): ScoreEvidence;
  forTree(tree: Tree): LexicalScorer;
  keptIn(open: OpenKept): LexicalScorer;
}

/**
 * The embedded scorer: graded word overlap, founded on BM25 (S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) with
 * stems, field weights and a thesaurus; it reads times, dates, prices and amounts, and what is denied. No model, no network, the same answer everywhere. A
 * text without any evidence scores exactly 0, a short one that has all of up to three words of the condition some .9. docs/explanation/relevance.md has the formula.
 *
 * @example await lexicalScorer().score(["Museum of modern art", "Coffee"], "art museum", {}) // 0.9…, 0
 * @throws RangeError for options out of range.
 */
export function lexicalScorer(options: LexicalOptions = {}): LexicalScorer {
  const { fields = {}, calibration } = options;
  checkOptions(options, { context: oneOf("schema", "off") });
  checkOptions(fields, Object.fromEntries(Object.keys(FIELDS).map((name) => [name, WEIGHT])));
  if (calibration !== undefined) checkOptions(calibration, { slope: WEIGHT, shift: NUMBER });
  if (options.thesaurus !== undefined) readThesaurus(options.thesaurus);
  const languages = new Map<Language, LexicalScorer>();
  return new Lexical({
    language: options.language ?? ENGLISH,
    readsContext: (options.context ?? "schema") !== "off",
    thesaurus: options.thesaurus === undefined ? englishThesaurus() : thesaurusWith(options.thesaurus),
    fields: { ...FIELDS, ...fields },
    calibration: calibration ?? null,
    name: nameOf(options),
    ifNothing: options.ifNothing,
    openKept: null,
    inLanguage:
      options.language === undefined
        ? (language) => getOrMake(languages, language, () => lexicalScorer({ ...options, language }))
        : null,
  });
}

const WEIGHT = rule("a number from 0", (value) => Number(value) >= 0 && Number.isFinite(value));
const NUMBER = rule("a number", (value) => Number.isFinite(value));

/** Name of the differences from the defaults: equal options, equal names. */
function nameOf({ language, context, thesaurus, fields, calibration }: LexicalOptions): string {
  const parts = [
    language === undefined || language === ENGLISH ? "" : language.name,
    context === "off" ? "no context" : "",
    thesaurus === undefined ? "" : `thesaurus ${digestOfText(thesaurus)}`,
    ...Object.entries(fields ?? {}).map(([name, weight]) => `${name}=${weight}`),
    calibration === undefined ? "" : `calibrated ${calibration.slope} ${calibration.shift}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** State shared by all scorers of the same options, for any bound tree. */
interface Shared {
  readonly language: Language;
  readonly readsContext: boolean;
  readonly thesaurus: Thesaurus;
  readonly fields: FieldWeights;
  readonly calibration: LexicalOptions["calibration"] | null;
  readonly name: string;
  readonly ifNothing: string | undefined;
  /** Opens the store of indexes and counts; null: they are not kept. */
  readonly openKept: OpenKept | null;
  /** Makes this scorer in a language; null if the language is fixed, regardless of schemas. */
  readonly inLanguage: ((language: Language) => LexicalScorer) | null;
}

class Lexical implements LexicalScorer {
  readonly cost = "cheap";
  private readonly bound = new WeakMap<Tree, LexicalScorer>();
  private readonly kept = new WeakMap<TextIndex, ByteLru<Evaluated>>();
  private readonly statistics: Statistics;
  private idNow: string | undefined;

  constructor(
    private readonly given: Shared,
    private readonly counted: TreeStatistics | null = null,
    private readonly declared: DeclaredQuantities = UNDECLARED,
  ) {
    this.statistics = counted ?? languageStatistics(given.language);
  }

  get ifNothing(): string | undefined {
    return this.given.ifNothing;
  }

  get readsContext(): boolean {
    return this.given.readsContext;
  }

  /** Made once: every run names its scorer. */
  get id(): string {
    this.idNow ??= `${NAME}(${this.given.name})#${this.statistics.fingerprint}${this.declared.id}`;
    return this.idNow;
  }

  score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> {
    const list = listOf(texts, options.contexts);
    return this.scoreIn(list, indexOfTexts(list.texts, this.given.language), null, condition, options);
  }

  scoreListed(list: TextList, numbers: Int32Array, condition: string, options: ScoreOptions): Promise<Float32Array> {
    return this.scoreIn(list, textIndexOf(list, this.given.language), numbers, condition, options);
  }

  /** Scores texts of a list by their numbers; null stands for the first `count` texts. */
  private async scoreIn(
    list: ScoredList,
    index: TextIndex,
    numbers: Int32Array | null,
    condition: string,
    options: ScoreOptions,
  ): Promise<Float32Array> {
    options.signal?.throwIfAborted();
    const slices = new Slices(options);
    await this.counted?.inSlices(slices, this.given.openKept);
    const selected = numbers ?? Int32Array.from({ length: list.asked ?? list.texts.length }, (_, i) => i);
    const contexts = this.readsContext && list.contextOf !== undefined ? contextsOf(list, selected) : null;
    await this.grow(index, slices);
    const sideScores = async (side: string): Promise<Float32Array> => {
      const evaluated = await slices.all(this.evaluated(index, side, contexts !== null));
      return contexts === null
        ? this.gather(index, evaluated, selected)
        : this.withContexts(index, evaluated, selected, contexts, slices);
    };
    const sides = this.sidesOf(condition);
    const affirmed = sides.affirmed === null ? null : await sideScores(sides.affirmed);
    if (sides.denied === null) return affirmed!;
    const denied = await sideScores(sides.denied);
    return denied.map((each, i) => (affirmed?.[i] ?? 1) * (1 - each));
  }

  private async grow(index: TextIndex, slices: Slices): Promise<void> {
    if (index.missing === 0) return;
    const { openKept } = this.given;
    const store = openKept !== null && index.missing >= MIN_KEPT ? await openKept() : null;
    await slices.all(index.grow(store));
  }

  get openKept(): OpenKept | null {
    return this.given.openKept;
  }

  keptIn(open: OpenKept): LexicalScorer {
    const { inLanguage } = this.given;
    return new Lexical({
      ...this.given,
      openKept: open,
      inLanguage: inLanguage && ((language) => inLanguage(language).keptIn(open)),
    });
  }

  async findListed(list: TextList, condition: string, options: FindOptions): Promise<FoundTexts | null> {
    if (this.readsContext && list.contextOf !== undefined) return null;
    const slices = new Slices(options);
    await this.counted?.inSlices(slices, this.given.openKept);
    const index = textIndexOf(list, this.given.language);
    await this.grow(index, slices);
    const { affirmed, denied } = this.sidesOf(condition);
    const { best } = options;
    const hitsOf = async (side: string): Promise<FoundTexts> =>
      textsOf(index.segments, await slices.all(this.evaluated(index, side, false)));
    const denials = denied === null ? null : await hitsOf(denied);
    if (affirmed === null) return without(null, denials!);
    const hits =
      best === undefined
        ? await hitsOf(affirmed)
        : await slices.all(
            this.bestHits(index, affirmed, denials === null ? best : lessDenied(best, denials), { best, denied }),
          );
    return denials === null ? hits : without(hits, denials);
  }

  explain(text: string, condition: string, context?: TextContext | null): ScoreEvidence {
    const { affirmed, denied } = this.sidesOf(condition);
    const read = this.readWith(context);
    const list = listOf([text], [read]);
    const index = indexOfTexts(list.texts, this.given.language);
    atOnce(index.grow());
    const vocabulary = vocabularyNow(this.given.language);
    const side = (of: string): ScoreEvidence => {
      const evaluated = atOnce(this.evaluated(index, of, true));
      return explainText({
        ...{ text, parts: read === null ? [] : partsOf(read), condition: evaluated.condition },
        ...{ vocabulary, fields: this.given.fields },
        gainsOf: (other) => this.gainsAt(index, evaluated, index.numberOf(other)),
        foundIn: (other, unit) => {
          const { segment } = index.placeOf(index.numberOf(other));
          return foundIn(segment, unit, this.given.language).map((found) => ({
            ...found,
            stem: segment.stem(found.stem),
          }));
        },
        score: this.gather(index, evaluated, Int32Array.of(0))[0]!,
        scoreOf: (raw) => this.calibrated(scoreOf(raw, evaluated.condition)),
      });
    };
    const positive = affirmed === null ? { score: 1, raw: 0, coverage: 0, terms: [] } : side(affirmed);
    return denied === null ? positive : withDenied(positive, side(denied));
  }

  forTree(tree: Tree): LexicalScorer {
    return getOrMake(this.bound, tree, () => this.boundTo(tree));
  }

  /** Binds to a tree, in the language that its schema declares unless the options fix one. */
  private boundTo(tree: Tree): LexicalScorer {
    const { inLanguage, language } = this.given;
    const declared = inLanguage === null ? null : declaredLanguage(tree);
    if (inLanguage !== null && declared !== null && declared !== "english")
      return new InLanguage(declared, (known) => inLanguage(known).forTree(tree), this);
    return new Lexical(this.given, new TreeStatistics(tree, language), declaredQuantities(tree));
  }

  /** The affirmed and the denied side of a condition; without denials the whole condition is affirmed. */
  private sidesOf(condition: string): Sides {
    return sidesOf(condition, this.given.language, this.declared) ?? { affirmed: condition, denied: null };
  }

  private readWith(context: TextContext | null | undefined): TextContext | null {
    return context != null && this.readsContext && context.isDeclared ? context : null;
  }

  private *readOrKept(cache: ByteLru<Evaluated>, key: string, side: string): Steps<Evaluated> {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const { language, thesaurus } = this.given;
    const { statistics, declared } = this;
    const condition = yield* readCondition(side, { language, thesaurus, statistics, declared });
    return { condition, segments: new Map(), best: null };
  }

  private keptOf(index: TextIndex): ByteLru<Evaluated> {
    return getOrMake(this.kept, index, () => new ByteLru<Evaluated>(KEPT_BYTES));
  }

  private get evaluating(): Evaluating {
    const { language, fields } = this.given;
    return { language, fields, statistics: this.statistics, calibrated: (score) => this.calibrated(score) };
  }

  private *evaluated(index: TextIndex, side: string, keepsGains: boolean): Steps<Evaluated & Use> {
    const cache = this.keptOf(index);
    const key = keepsGains ? `${side}\0` : side;
    const evaluated = yield* this.readOrKept(cache, key, side);
    const { condition, segments } = evaluated;
    let [postings, scored] = [0, 0];
    for (const segment of [...index.segments]) {
      let scores = segments.get(segment);
      if (scores === undefined) {
        scores = yield* evaluate(segment, condition, this.evaluating, { keepsGains, best: null });
        segments.set(segment, scores);
        postings += scores.postings;
      }
      scored += scores.scored;
      yield;
    }
    for (const segment of segments.keys()) if (!index.segments.includes(segment)) segments.delete(segment);
    const gains = keepsGains ? index.size * condition.units.length * GAIN_BYTES : 0;
    cache.set(key, evaluated, gains + scored * HIT_BYTES + KEPT_CONDITION);
    return { ...evaluated, postings, scored };
  }

  /** The best texts, scored only as far as these need it. */
  private *bestHits(index: TextIndex, side: string, best: BestTexts, request: Request): Steps<FoundTexts> {
    const cache = this.keptOf(index);
    const evaluated = yield* this.readOrKept(cache, side, side);
    const { size } = index;
    const last = evaluated.best;
    if (last?.size === size && isSame(last.request, request)) return last.answer;
    // Another request for the same condition: more may follow.
    const before = last === null ? null : yield* this.evaluated(index, side, false);
    const floor = new Floor(best.count);
    const segments = [...index.segments];
    const bySegment = new Map<Segment, SegmentScores>();
    let [first, postings, scored] = [0, before?.postings ?? 0, 0];
    for (const segment of segments) {
      const from = first;
      const weigh = (text: number, score: number): number => best.weigh(from + text, score);
      let scores = evaluated.segments.get(segment);
      if (scores === undefined) {
        scores = yield* evaluate(segment, evaluated.condition, this.evaluating, {
          keepsGains: false,
          best: { floor, weigh },
        });
        postings += scores.postings;
      } else
        for (const [i, text] of scores.texts.entries())
          if (scores.scores[i]! > floor.weight) floor.add(weigh(text, scores.scores[i]!));
      scored += scores.scored;
      bySegment.set(segment, scores);
      first += segment.size;
    }
    const answer = textsOf(segments, { segments: bySegment, postings, scored }, (text, score) => {
      const weight = score < floor.weight ? 0 : best.weigh(text, score);
      return weight > 0 && weight >= floor.weight;
    });
    evaluated.best = { request, size, answer: { ...answer, postings: 0 } };
    if (evaluated.segments.size === 0) cache.set(side, evaluated, answer.numbers.length * HIT_BYTES + KEPT_CONDITION);
    return answer;
  }

  private gather({ segments, size }: TextIndex, evaluated: Evaluated, numbers: Int32Array): Float32Array {
    return scoresOf(segments, evaluated.segments, numbers, size);
  }

  private calibrated(score: number): number {
    const { calibration } = this.given;
    if (calibration == null || score <= 0 || score >= 1) return score;
    return 1 / (1 + Math.exp(-calibration.slope * Math.log(score / (1 - score)) - calibration.shift));
  }

  /** The gains of each unit in a text. */
  private gainsAt(index: TextIndex, { segments, condition }: Evaluated, number: number): UnitGains[] {
    const { segment, first } = index.placeOf(number);
    const { gains } = segments.get(segment)!;
    const at = number - first;
    return condition.units.map((_, unit) => {
      const { own, quality, whole, quantities } = gains[unit]!;
      return { own: own[at]!, quality: quality[at]!, whole: whole[at]!, quantities: quantities[at]! };
    });
  }

  private async withContexts(
    index: TextIndex,
    evaluated: Evaluated,
    numbers: Int32Array,
    contexts: readonly (TextContext | null)[],
    slices: Slices,
  ): Promise<Float32Array> {
    const scores = this.gather(index, evaluated, numbers);
    for (const [i, number] of numbers.entries()) {
      const context = this.readWith(contexts[i]);
      if (context === null) continue;
      const ownGains = this.gainsAt(index, evaluated, number);
      const raw = inContext(ownGains, partsOf(context), evaluated.condition, (text) =>
        this.gainsAt(index, evaluated, index.numberOf(text)),
      ).raw;
      scores[i] = this.calibrated(scoreOf(raw, evaluated.condition));
      if (slices.due) await slices.pause();
    }
    return scores;
  }
}
