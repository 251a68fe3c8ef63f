import type { Tree } from "@semantic-xpath/tree";
import { type LanguageName, languageNamed } from "@semantic-xpath/values";
import type { LexicalScorer } from "../../lexical.js";
import type { FindOptions, FoundTexts, ScoreEvidence, ScoreOptions, TextContext, TextList } from "../../scorer.js";
import type { OpenKept } from "../kept.js";
import type { Language } from "./language.js";
import { loadedLanguage, loadLanguage, unloadedLanguage } from "./snowball.js";

/** The language that the schema of a tree declares for its texts; null if it declares none. */
export const declaredLanguage = ({ source: { language } }: Tree): LanguageName | null =>
  language === undefined ? null : languageNamed(language);

/**
 * A scorer in a language that is known by its name: the first score loads the stemmer. What is asked at once before that, such as the id, is said of words
 * without stems.
 *
 * @param made the scorer in a language, the same one for the same language
 */
export class InLanguage implements LexicalScorer {
  readonly cost = "cheap";
  private loading: Promise<LexicalScorer> | undefined;
  private loaded: LexicalScorer | undefined;
  private unstemmed: LexicalScorer | undefined;
  private problem: string | null = null;

  constructor(
    private readonly name: LanguageName,
    private readonly make: (language: Language) => LexicalScorer,
    /** For other trees, whose language may be another one. */
    private readonly fallback: Pick<LexicalScorer, "forTree">,
  ) {}

  get id(): string {
    return this.now.id;
  }

  get readsContext(): boolean {
    return this.now.readsContext === true;
  }

  get ifNothing(): string | undefined {
    return this.now.ifNothing;
  }

  async score(texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> {
    return (await this.ready()).score(texts, condition, options);
  }

  async scoreListed(
    list: TextList,
    numbers: Int32Array,
    condition: string,
    options: ScoreOptions,
  ): Promise<Float32Array> {
    return (await this.ready()).scoreListed(list, numbers, condition, options);
  }

  async findListed(list: TextList, condition: string, options: FindOptions): Promise<FoundTexts | null> {
    return (await this.ready()).findListed(list, condition, options);
  }

  explain(text: string, condition: string, context?: TextContext | null): ScoreEvidence {
    return this.now.explain(text, condition, context);
  }

  forTree(tree: Tree): LexicalScorer {
    return this.fallback.forTree(tree);
  }

  keptIn(open: OpenKept): LexicalScorer {
    return new InLanguage(this.name, (language) => this.make(language).keptIn(open), this.fallback);
  }

  notes(): string | null {
    return this.problem;
  }

  private get now(): LexicalScorer {
    const language = loadedLanguage(this.name);
    if (language !== null) this.loaded ??= this.make(language);
    if (this.loaded !== undefined) return this.loaded;
    this.unstemmed ??= this.make(unloadedLanguage(this.name));
    return this.unstemmed;
  }

  private ready(): Promise<LexicalScorer> {
    this.loading ??= this.load();
    return this.loading;
  }

  /** A page may have come without stemmers: then words are compared as they are written, and the id says so. */
  private async load(): Promise<LexicalScorer> {
    const language = await loadLanguage(this.name).catch(() => {
      this.problem = `the schema says ${this.name}, whose stemmer is not here: its words are compared as they are written`;
      return loadLanguage(this.name, null);
    });
    this.loaded = this.make(language);
    return this.loaded;
  }
}
