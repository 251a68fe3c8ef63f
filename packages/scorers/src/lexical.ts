import { getOrMake, type Tree } from "@semantic-xpath/tree";
import { ByteLru } from "./byteLru.js";
import { readCondition } from "./lexical/condition.js";
import { ContextReader } from "./lexical/context.js";
import { Evaluation } from "./lexical/evaluate.js";
import { IndexedEvaluation } from "./lexical/index/indexedEvaluation.js";
import { type TextIndex, textIndexOf } from "./lexical/index/textIndex.js";
import type { KeptCounts } from "./lexical/keptCounts.js";
import { declaredLanguage, InLanguage } from "./lexical/languages/declared.js";
import type { Language } from "./lexical/languages/language.js";
import { Lexicon, STEP } from "./lexical/lexicon.js";
import { type DeclaredQuantities, declaredQuantities, UNDECLARED } from "./lexical/quantity/declared.js";
import { type LexicalSettings, type LexicalSettingsInput, printSettings, settingsOf } from "./lexical/settings.js";
import { type Sides, sidesOf } from "./lexical/sides.js";
import { atOnce, Slices, type Steps } from "./lexical/slices.js";
import { countingOf, priorOf, type Statistics } from "./lexical/statistics.js";
import { MetWords } from "./lexical/wordMatches.js";
import { checkOptions, whole } from "./options.js";
import { contextsIn, textsIn } from "./scoreListed.js";
import type { ScoreEvidence, ScoreOptions, Scorer, TermEvidence, TextContext, TextList } from "./scorer.js";

/** Changes with every change that can change a score. */
const VERSION = 7;
/** Words plus characters of analysed texts that are kept: some 300 000 short texts. */
const KEPT = 2 ** 25;
/** Conditions whose matches are kept. */
const KEPT_CONDITIONS = 16;
/** A text counts for some characters of its own in the work between two looks at the clock. */
const TEXT_COST = 64;
/** Texts that are scored between two looks at the clock. */
const STEP_VISITS = 256;
/** Characters of a condition beyond which it is read in steps, and so are the words of a text that are looked for in it. */
const LONG_CONDITION = 1024;

export interface LexicalOptions extends LexicalSettingsInput {
  /** Bound of the cache of analysed texts, in words plus characters. It changes no score. */
  readonly kept?: number;
  /** Of the texts. Default: that which a schema says of the tree that it is bound to, else English. */
  readonly language?: Language;
  /** What would help where no word met, in a sentence: see `Scorer`. It changes no score. */
  readonly ifNothing?: string;
  /** Where the statistics of large trees are kept for other processes. Nowhere by default. */
  readonly counts?: KeptCounts | null;
}

/** The embedded scorer with what it adds to `Scorer`: evidence, and the statistics of a tree. */
interface LexicalScorer extends Scorer {
  scoreListed(list: TextList, numbers: Int32Array, condition: string, options: ScoreOptions): Promise<Float32Array>;
  explain(text: string, condition: string, context?: TextContext | null): ScoreEvidence;
  forTree(tree: Tree): LexicalScorer;
  forTrees(trees: readonly Tree[]): LexicalScorer;
}

/**
 * The embedded scorer: graded word overlap, founded on BM25 (S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework:
 * BM25 and Beyond", 2009), with stems, field weights, parts of words and word sequence; beyond words it has a thesaurus, reads times, dates,
 * prices and amounts, and learns from a tree which words go together. No model, no network, the same answer everywhere. A text
 * without any evidence scores exactly 0, a short one that has all words of the condition 0.9 or more. docs/scoring-lexical.md has
 * the formula, the switch of each ingredient and what it gains.
 *
 * @example await lexicalScorer().score(["Museum of modern art", "Coffee"], "art museum", {}) // 0.90…, 0
 * @throws RangeError for settings out of range.
 */
export function lexicalScorer(options: LexicalOptions = {}): LexicalScorer {
  const { kept = KEPT, ifNothing, counts = null, ...settings } = options;
  checkOptions(options, { kept: whole(0) });
  const all = settingsOf(settings);
  const isOpen = settings.language === undefined;
  const inLanguage = isOpen ? inLanguages({ ...settings, kept, counts }) : null;
  return new Lexical({
    settings: all,
    ifNothing,
    counts: counts && ofVersion(counts),
    inLanguage,
    lexiconNow: textCache(kept, all.language),
  });
}

/** The scorer with the same settings in other languages, made once for each. */
function inLanguages(options: LexicalOptions): (language: Language) => LexicalScorer {
  const made = new Map<Language, LexicalScorer>();
  return (language) => getOrMake(made, language, () => lexicalScorer({ ...options, language }));
}

/** What another version of this scorer counted is not what this one counts. */
const ofVersion = (counts: KeptCounts): KeptCounts => ({
  get: (tree, settings) => counts.get(tree, `${VERSION} ${settings}`),
  set: (tree, settings, bytes) => counts.set(tree, `${VERSION} ${settings}`, bytes),
});

/** Gives a lexicon that starts again when it is full. */
function textCache(most: number, language: Language): () => Lexicon {
  let lexicon = new Lexicon(most, language);
  return () => {
    if (lexicon.full) lexicon = new Lexicon(most, language);
    return lexicon;
  };
}

/** What all scorers of the same options share, whatever trees they are bound to. */
interface Given {
  readonly settings: LexicalSettings;
  readonly ifNothing: string | undefined;
  readonly counts: KeptCounts | null;
  /** The same scorer in a language; null: its language is settled, whatever a schema says. */
  readonly inLanguage: ((language: Language) => LexicalScorer) | null;
  /** Analysed texts that are scored by themselves. */
  readonly lexiconNow: () => Lexicon;
}

/** What is known of the trees that a scorer is bound to. */
interface Known {
  /** null: only what is known of the language. */
  readonly counting: ReturnType<typeof countingOf> | null;
  readonly declared: DeclaredQuantities;
}

const NOTHING_KNOWN: Known = { counting: null, declared: UNDECLARED };

class Lexical implements LexicalScorer {
  readonly cost = "cheap";
  private readonly bound = new WeakMap<Tree, LexicalScorer>();
  /** Evaluations by condition, all on `lexicon`. */
  private readonly evaluations = new ByteLru<Evaluation<Lexicon>>(KEPT_CONDITIONS);
  private lexicon: Lexicon | undefined;
  private readonly readers = new WeakMap<Evaluation, ContextReader>();
  private readonly indexed = new WeakMap<TextIndex, ByteLru<IndexedEvaluation>>();
  private readonly settings: LexicalSettings;
  private name: string | undefined;

  constructor(
    private readonly given: Given,
    private readonly known: Known = NOTHING_KNOWN,
  ) {
    this.settings = given.settings;
  }

  get ifNothing(): string | undefined {
    return this.given.ifNothing;
  }

  /** Made once: every run names its scorer, and a structural one takes a microsecond. */
  get id(): string {
    this.name ??= `lexical-${VERSION}(${printSettings(this.settings)})#${this.statistics().fingerprint}${this.known.declared.id}`;
    return this.name;
  }

  score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> {
    return this.scoreSides(condition, (side) => this.scoreAffirmed(texts, side, options));
  }

  scoreListed(list: TextList, numbers: Int32Array, condition: string, options: ScoreOptions): Promise<Float32Array> {
    return this.scoreSides(condition, (side) => this.scoreListedAffirmed(list, numbers, side, options));
  }

  /** Scores what a condition affirms and what it denies: see `Sides`. */
  private async scoreSides(condition: string, score: (side: string) => Promise<Float32Array>): Promise<Float32Array> {
    const sides = this.sidesOf(condition);
    if (sides === null) return score(condition);
    const affirmed = sides.affirmed === null ? null : await score(sides.affirmed);
    if (sides.denied === null) return affirmed!;
    const denied = await score(sides.denied);
    return denied.map((each, i) => (affirmed?.[i] ?? 1) * (1 - each));
  }

  private sidesOf(condition: string): Sides | null {
    return sidesOf(condition, this.settings, this.known.declared);
  }

  private async scoreAffirmed(
    texts: readonly string[],
    condition: string,
    options: ScoreOptions,
  ): Promise<Float32Array> {
    const slices = new Slices(options.signal);
    await this.known.counting?.inSlices(slices);
    const scores = new Float32Array(texts.length);
    const isLong = condition.length > LONG_CONDITION;
    const read = <T>(steps: Steps<T>) => (isLong ? slices.all(steps) : atOnce(steps));
    let evaluation = await read(this.evaluation(condition));
    let work = 0;
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i]!;
      if (text.length > STEP) await slices.all(evaluation.lexicon.steps(text));
      const slot = evaluation.lexicon.slot(text);
      if (isLong) await slices.all(evaluation.hits.looks(slot));
      const context = this.readWith(options.contexts?.[i]);
      scores[i] =
        context === null ? evaluation.score(slot, text) : this.readerOf(evaluation).score(slot, text, context);
      work += TEXT_COST + text.length;
      if (work < STEP) continue;
      work = 0;
      if (slices.due) await slices.pause();
      evaluation = await read(this.evaluation(condition));
    }
    return scores;
  }

  private async scoreListedAffirmed(
    list: TextList,
    numbers: Int32Array,
    condition: string,
    options: ScoreOptions,
  ): Promise<Float32Array> {
    const slices = new Slices(options.signal);
    await this.known.counting?.inSlices(slices);
    const index = textIndexOf(list, this.settings.language);
    await slices.all(index.grow());
    if (!index.hasContexts)
      return this.scoreAffirmed(textsIn(list, numbers), condition, { ...options, contexts: contextsIn(list, numbers) });
    const evaluation = await slices.all(this.indexedEvaluation(index, condition));
    const scores = new Float32Array(numbers.length);
    for (let i = 0, visits = 0; i < numbers.length; i++) {
      if (!evaluation.isVisited(numbers[i]!)) continue;
      scores[i] = evaluation.score(numbers[i]!);
      if (++visits % STEP_VISITS === 0 && slices.due) await slices.pause();
    }
    return scores;
  }

  /** What is known of a condition on the texts of an index. */
  private *indexedEvaluation(index: TextIndex, condition: string): Steps<IndexedEvaluation> {
    const kept = getOrMake(this.indexed, index, () => new ByteLru<IndexedEvaluation>(KEPT_CONDITIONS));
    let evaluation = kept.get(condition);
    if (evaluation === undefined) {
      const statistics = this.statistics();
      const read = yield* readCondition(condition, statistics, this.settings, this.known.declared);
      evaluation = new IndexedEvaluation(index, read, this.settings, statistics, this.readWith);
      kept.set(condition, evaluation, 1);
    }
    yield* evaluation.prepare();
    return evaluation;
  }

  explain(text: string, condition: string, context?: TextContext | null): ScoreEvidence {
    const sides = this.sidesOf(condition);
    if (sides === null) return this.explainAffirmed(text, condition, context);
    const nothing: ScoreEvidence = { score: 1, raw: 0, terms: [], sequence: 0 };
    const affirmed = sides.affirmed === null ? nothing : this.explainAffirmed(text, sides.affirmed, context);
    return sides.denied === null ? affirmed : withDenied(affirmed, this.explainAffirmed(text, sides.denied, context));
  }

  private explainAffirmed(text: string, condition: string, context?: TextContext | null): ScoreEvidence {
    const evaluation = atOnce(this.evaluation(condition));
    const slot = evaluation.lexicon.slot(text);
    const read = this.readWith(context);
    return read === null ? evaluation.explain(slot, text) : this.readerOf(evaluation).explain(slot, text, read);
  }

  get readsContext(): boolean {
    return this.settings.context !== "off";
  }

  /** Of what a text could be read with, what the settings allow. */
  private readonly readWith = (context: TextContext | null | undefined): TextContext | null => {
    if (context === null || context === undefined || !this.readsContext) return null;
    return context.isDeclared || this.settings.context === "auto" ? context : null;
  };

  private readerOf(evaluation: Evaluation<Lexicon>): ContextReader {
    const { lexicon } = evaluation;
    return getOrMake(
      this.readers,
      evaluation,
      () => new ContextReader(evaluation, this.settings, (text) => lexicon.slot(text)),
    );
  }

  forTree(tree: Tree): LexicalScorer {
    return getOrMake(this.bound, tree, () => this.boundTo([tree]));
  }

  forTrees(trees: readonly Tree[]): LexicalScorer {
    return trees.length === 1 ? this.forTree(trees[0]!) : this.boundTo(trees);
  }

  /** In the language that a schema says the trees are in, unless there is one already. */
  private boundTo(trees: readonly Tree[]): LexicalScorer {
    const { inLanguage } = this.given;
    const language = inLanguage === null ? null : declaredLanguage(trees);
    if (inLanguage !== null && language !== null && language !== "english") {
      return new InLanguage(language, (known) => inLanguage(known).forTrees(trees), this);
    }
    return new Lexical(this.given, {
      counting: countingOf(trees, this.settings, this.given.counts),
      declared: declaredQuantities(trees),
    });
  }

  private statistics(): Statistics {
    return this.known.counting?.now() ?? priorOf(this.settings.language);
  }

  /** What is known of a condition on the words of the present lexicon; the one used longest ago is given up first. */
  private *evaluation(condition: string): Steps<Evaluation<Lexicon>> {
    const kept = this.kept(this.given.lexiconNow()).get(condition);
    if (kept !== undefined) return kept;
    const statistics = this.statistics();
    const read = yield* readCondition(condition, statistics, this.settings, this.known.declared);
    // Another one than before, if what was read meanwhile filled that.
    const lexicon = this.given.lexiconNow();
    const words = new MetWords(lexicon.vocabulary, read, this.settings);
    const evaluation = new Evaluation(lexicon, read, this.settings, statistics, words);
    this.kept(lexicon).set(condition, evaluation, 1);
    return evaluation;
  }

  private kept(lexicon: Lexicon): ByteLru<Evaluation<Lexicon>> {
    if (lexicon !== this.lexicon) this.evaluations.clear();
    this.lexicon = lexicon;
    return this.evaluations;
  }
}

/** The evidence for both sides of a condition; gains of terms that it denies have the opposite sign. */
function withDenied(affirmed: ScoreEvidence, { score, raw, terms, sequence }: ScoreEvidence): ScoreEvidence {
  const opposite = terms.map(({ negated, gain, ...term }): TermEvidence => {
    const isAgainst = negated !== true && gain > 0;
    return { ...term, gain: gain === 0 ? 0 : -gain, isDenied: true, ...(isAgainst ? { negated: true } : {}) };
  });
  return {
    ...affirmed,
    score: Math.fround(affirmed.score * (1 - score)),
    terms: [...affirmed.terms, ...opposite],
    denied: { score, raw, sequence },
  };
}
