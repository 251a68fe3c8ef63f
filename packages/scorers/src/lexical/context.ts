import { getOrMake } from "@semantic-xpath/tree";
import type { ContextEvidence, ScoreEvidence, TermEvidence, TextContext } from "../scorer.js";
import { grown } from "./columns.js";
import type { Condition } from "./condition.js";
import type { Evaluation } from "./evaluate.js";
import { type AnalysedTexts, BODY, QUESTION, TYPE } from "./lexicon.js";
import type { LexicalSettings } from "./settings.js";

/** What a text, or several together, has of each term of a condition. */
export interface Evidence {
  /** By term; 0 for none. */
  readonly gains: Float64Array;
  /** By term, how far it is covered, in [0, 1]. */
  readonly covers: Float64Array;
  readonly sequence: number;
  /** Words of the text, weighted. */
  readonly length: number;
}

/** A place of the context with what it has of the condition and what that counts, in [0, 1]. */
interface Part {
  readonly place: Exclude<ContextEvidence["place"], "by">;
  readonly text: string;
  readonly evidence: Evidence;
  readonly weight: number;
}

/** Weighted words of a container at which what it has counts half. */
const WHOLE = 4000;

/** What the second neighbour counts, as a share of what the one after does, and what the one before does if it asks nothing. */
const [SECOND, EARLIER] = [0.5, 0.25];

/** What a text gets by its context that has nothing of the condition itself: an answer, "Yes, in May!". */
const SILENT = 0.3;

/**
 * Reads texts with what is around them, against one condition. Of a term with gain g in the text, and gains c in places of weights w, the
 * context fills what is missing, as independent evidence does,
 *
 *     g + max(0, 1 − g) · (1 − Π (1 − w · min(1, c)))
 *
 * so that context never counts for more than the words themselves. What nearly every text gets so is taken away from the raw score r in the end:
 * r² / (r + 0.25).
 */
export class ContextReader {
  private readonly condition: Condition;
  private readonly own = new EvidenceBySlot();
  private readonly whole = new EvidenceBySlot();
  private readonly facts = new EvidenceBySlot();
  private readonly names = new Map<string, readonly number[]>();

  constructor(
    private readonly evaluation: Evaluation,
    private readonly settings: LexicalSettings,
    private readonly slotOf: (text: string) => number,
  ) {
    this.condition = evaluation.condition;
  }

  score(slot: number, text: string, context: TextContext): number {
    const own = this.own.of(slot, () => this.evaluation.evidence(slot, text));
    const found = this.found(own, context, this.partsOf(context, own !== null));
    return found === null ? 0 : this.evaluation.scoreOf(settled(this.evaluation.rawOf(found).raw), own?.length ?? 0);
  }

  explain(slot: number, text: string, context: TextContext): ScoreEvidence {
    const alone = this.evaluation.explain(slot, text);
    const own = this.evaluation.evidence(slot, text);
    const parts = this.partsOf(context, own !== null);
    const found = this.found(own, context, parts);
    if (found === null) return alone;
    const { raw: whole, factor } = this.evaluation.rawOf(found);
    const raw = settled(whole);
    const terms = alone.terms.map((term, index) => {
      const gain = factor * found.gains[index]!;
      const added = gain > term.gain && found.gains[index]! > (own?.gains[index] ?? 0);
      return added
        ? this.inContext({ ...term, gain }, index, { adds: gain - term.gain, own, context, parts })
        : { ...term, gain };
    });
    return { score: Math.fround(this.evaluation.scoreOf(raw, own?.length ?? 0)), raw, terms, sequence: found.sequence };
  }

  /** What a text has with its context; null for nothing. */
  private found(own: Evidence | null, context: TextContext, parts: readonly Part[]): Evidence | null {
    if (own === null && parts.length === 0) return null;
    const { settings, condition } = this;
    const gains = Float64Array.from(condition.terms, (_, term) =>
      filled(own?.gains[term] ?? 0, parts, ({ evidence }) => evidence.gains[term]!),
    );
    const covers = Float64Array.from(condition.terms, (_, term) =>
      filled(own?.covers[term] ?? 0, parts, ({ evidence }) => evidence.covers[term]!),
    );
    for (const term of this.namedBy(context, own)) gains[term]! += settings.speaker / condition.terms[term]!.share;
    let sequence = own?.sequence ?? 0;
    for (const { evidence, weight } of parts)
      sequence += settings.order * weight * Math.min(settings.phrase, evidence.sequence);
    return { gains, covers, sequence, length: own?.length ?? 0 };
  }

  /** The places of a context that have something of the condition. Of a text that has nothing itself only the question that it answers. */
  private partsOf({ before, after, within, facts }: TextContext, hasOwn: boolean): readonly Part[] {
    const { settings } = this;
    const parts: Part[] = [];
    const add = (place: Part["place"], text: string, evidence: Evidence | null, weight: number): void => {
      if (evidence !== null && weight > 0) parts.push({ place, text, evidence, weight });
    };
    const [first, second] = before;
    const reply = first !== undefined && asks(this.evaluation.lexicon, this.slotOf(first)) ? settings.reply : 0;
    if (!hasOwn) {
      if (reply > 0) add("before", first!, this.evidenceOf(first!), reply * SILENT);
      return parts;
    }
    if (first !== undefined) add("before", first, this.evidenceOf(first), reply || settings.beside * EARLIER);
    if (second !== undefined) add("before", second, this.evidenceOf(second), settings.beside * SECOND);
    if (after[0] !== undefined) add("after", after[0], this.evidenceOf(after[0]), settings.beside);
    if (after[1] !== undefined) add("after", after[1], this.evidenceOf(after[1]), settings.beside * SECOND);
    if (within !== null) {
      const evidence = this.evidenceIn(within);
      add("within", within, evidence, evidence === null ? 0 : settings.within / (1 + evidence.length / WHOLE));
    }
    if (facts !== "") add("facts", facts, this.quantitiesIn(facts), settings.facts);
    return parts;
  }

  private evidenceOf(text: string): Evidence | null {
    const slot = this.slotOf(text);
    return this.own.of(slot, () => this.evaluation.evidence(slot, text));
  }

  private evidenceIn(container: string): Evidence | null {
    const slot = this.slotOf(container);
    return this.whole.of(slot, () => this.evaluation.evidence(slot, container, true));
  }

  /** Of facts what satisfies the quantities of the condition; their words are a part of the container. */
  private quantitiesIn(facts: string): Evidence | null {
    if (this.condition.quantified.length === 0) return null;
    const slot = this.slotOf(facts);
    return this.facts.of(slot, () => {
      const evidence = this.evaluation.evidence(slot, facts, true);
      if (evidence === null) return null;
      const { terms } = this.evaluation.explain(slot, facts);
      const gains = evidence.gains.map((gain, term) =>
        terms[term]!.how === this.condition.terms[term]!.wanted?.kind ? gain : 0,
      );
      const covers = evidence.covers.map((cover, term) => (gains[term]! > 0 ? cover : 0));
      return gains.some((gain) => gain > 0) ? { ...evidence, gains, covers, sequence: 0 } : null;
    });
  }

  /** The terms that name who says a text that has something of the condition. */
  private namedBy({ by }: TextContext, own: Evidence | null): readonly number[] {
    if (by === null || own === null || this.settings.speaker === 0) return [];
    return getOrMake(this.names, by, () => {
      const { terms } = this.evaluation.explain(this.slotOf(by), by);
      return [...terms.keys()].filter((term) => terms[term]!.how === "exact" && terms[term]!.gain > 0);
    });
  }

  /** Evidence of a term to whose gain the context adds something, with where that has most of it. */
  private inContext(term: TermEvidence, index: number, { adds, own, context, parts }: Added): TermEvidence {
    const worth = ({ evidence, weight }: Part): number => weight * Math.min(1, evidence.gains[index]!);
    const best = parts.reduce<Part | null>(
      (most, part) => (worth(part) > (most ? worth(most) : 0) ? part : most),
      null,
    );
    const how = term.matched === null ? "context" : term.how;
    const byName = this.namedBy(context, own).includes(index) ? this.settings.speaker / term.weight : 0;
    if (best === null || byName > adds / 2) {
      return { ...term, how, context: { place: "by", type: null, matched: context.by!, how: "exact", adds } };
    }
    const there = this.evaluation.explain(this.slotOf(best.text), best.text).terms[index]!;
    const at = {
      place: best.place,
      type: typeIn(this.evaluation.lexicon, this.slotOf(best.text), best.text),
      matched: there.matched!,
      how: there.how as ContextEvidence["how"],
      adds,
    };
    return { ...term, how, context: at };
  }
}

/** The type in whose form a text is; null for other texts. */
const typeIn = (texts: AnalysedTexts, slot: number, text: string): string | null =>
  texts.items[texts.start(slot)] === ~TYPE ? text.slice(0, text.indexOf("\n")) : null;

/** What a context adds to a term, and what it is made of. */
interface Added {
  readonly adds: number;
  readonly own: Evidence | null;
  readonly context: TextContext;
  readonly parts: readonly Part[];
}

/** What texts of a conversation have of any condition by being near others, roughly: measured, so that scores with and without contexts mean the same. */
const COMMON = 0.25;

/** The raw score without what is common; it rises with the raw score. */
const settled = (raw: number): number => (raw * raw) / (raw + COMMON);

/** What a text denies no context makes up for. */
function filled(own: number, parts: readonly Part[], of: (part: Part) => number): number {
  if (own < 0) return own;
  let missed = 1;
  for (const part of parts) missed *= 1 - part.weight * Math.min(1, Math.max(0, of(part)));
  return own + Math.max(0, 1 - own) * (1 - missed);
}

/** Whether the last of the own text in a slot asks. */
export function asks(texts: AnalysedTexts, slot: number): boolean {
  for (let i = texts.start(slot + 1) - 1; i >= texts.start(slot); i--) {
    const field = ~texts.items[i]!;
    if (field === QUESTION || field === BODY) return field === QUESTION;
  }
  return false;
}

/** Evidence of texts by their slots; most have none. */
class EvidenceBySlot {
  /** By slot: 0 not asked for, 1 none, else an index of `kept`. */
  private places = new Int32Array(0);
  private readonly kept: (Evidence | null)[] = [null, null];

  of(slot: number, read: () => Evidence | null): Evidence | null {
    this.places = grown(this.places, slot + 1);
    if (this.places[slot] === 0) {
      const evidence = read();
      this.places[slot] = evidence === null ? 1 : this.kept.push(evidence) - 1;
    }
    return this.kept[this.places[slot]!]!;
  }
}
