import { readQuantities } from "@semantic-xpath/english";
import type { ContextEvidence, MatchKind, ScoreEvidence, TermEvidence } from "../scorer.js";
import { eachQuantityLine } from "./builder.js";
import type { Condition, Unit } from "./condition.js";
import { inContext, type Part, type UnitGains } from "./context.js";
import { type FieldWeights, KIND, type Kind } from "./fields.js";
import { TextReader } from "./reading.js";
import { atOnce } from "./slices.js";
import type { Vocabulary } from "./vocabulary.js";

/** Evidence of a unit by a stem as it is written. */
export interface FoundStem {
  readonly stem: string;
  readonly quality: number;
  readonly how: MatchKind;
}

/** A text with all that its score for a condition, or for one side of it, is made of. */
interface Explained {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly condition: Condition;
  readonly vocabulary: Vocabulary;
  readonly fields: FieldWeights;
  /** Gains of a text, by unit. */
  gainsOf(text: string): readonly UnitGains[];
  foundIn(text: string, unit: Unit): readonly FoundStem[];
  /** Score of the text without its context; the evidence includes the context. */
  readonly score: number;
  scoreOf(raw: number): number;
}

/** Why a text has its score: of each unit what was found, where, and which part of the evidence that is. */
export function explainText(of: Explained): ScoreEvidence {
  const { text, parts, condition } = of;
  const ownGains = of.gainsOf(text);
  const { gains, coverage, raw } = inContext(ownGains, parts, condition, of.gainsOf);
  const terms = condition.units.map((unit, at): TermEvidence => {
    const gain = gains[at]!;
    const best = bestIn(of, text, unit);
    const term = {
      ...{
        term: unit.words.join(" or "),
        inCondition: unit.span && { start: unit.span.start, end: unit.span.end },
        weight: unit.share,
      },
      ...{ gain, part: raw > 0 ? (unit.share * gain * coverage) / raw : 0 },
      ...(best ?? NOTHING),
    };
    const adds = gain - ownGains[at]!.own;
    return adds > 1e-6 ? withContext(of, term, at, adds) : term;
  });
  return { score: parts.length === 0 ? of.score : Math.fround(of.scoreOf(raw)), raw, coverage, terms };
}

type BestMatch = Pick<TermEvidence, "matched" | "inText" | "how" | "field" | "strength" | "negated">;
const NOTHING: BestMatch = { matched: null, inText: null, how: "none", field: null };

/** The best evidence of a unit in a text: that which counts most, or else what the text denies. */
function bestIn(of: Explained, text: string, unit: Unit): BestMatch | null {
  const evidence = of.foundIn(text, unit);
  let best: (BestMatch & { readonly worth: number }) | null = null;
  const take = (worth: number, quality: number, shown: BestMatch): void => {
    if (best !== null && worth <= best.worth) return;
    best = { ...shown, worth, ...(quality < 1 ? { strength: quality } : {}) };
  };
  const reader: TextReader = new TextReader(of.vocabulary, (word, kind, start, end) => {
    const stem = of.vocabulary.stems[word.stem]!;
    for (const { stem: found, quality, how } of evidence) {
      if (stem !== found) continue;
      const isSame =
        how === "stem" && [word.text, text.slice(start, end).toLowerCase()].some((one) => unit.words.includes(one));
      const negated = kind === KIND.denied || kind === KIND.false;
      take(quality * (negated ? 1e-9 : weightIn(of.fields, kind)), quality, {
        ...{ matched: word.text, inText: { start, end } },
        ...{ how: isSame ? "exact" : how, field: fieldName(kind, reader.field) },
        ...(negated ? { negated: true as const } : {}),
      });
    }
  });
  atOnce(reader.read(text));
  if (unit.wanted !== null) {
    const { wanted } = unit;
    eachQuantityLine(text, (_, end, field, from) => {
      for (const { quantity, start, end: to } of readQuantities(text.slice(from, end), field)) {
        const share = wanted.satisfied(quantity, field);
        if (share === 0) continue;
        const span = { start: from + start, end: from + to };
        take(share, share, {
          ...{ matched: text.slice(span.start, span.end), inText: span, how: wanted.kind },
          field: field === null ? null : `@${field}`,
        });
      }
    });
  }
  if (best === null) return null;
  const { worth: _, ...shown } = best as BestMatch & { readonly worth: number };
  return shown;
}

function weightIn(fields: FieldWeights, kind: Kind): number {
  if (kind === KIND.name) return fields.name;
  if (kind === KIND.type) return fields.type;
  if (kind === KIND.attributeName) return fields.attributeName;
  return kind === KIND.reference ? fields.reference : fields.body;
}

/** A field as evidence shows it: null for own text. */
function fieldName(kind: Kind, attribute: string | null): string | null {
  if (kind === KIND.type) return "type";
  if (kind === KIND.attributeName || kind === KIND.false) return "attribute name";
  return attribute === null ? null : `@${attribute}`;
}

/** Evidence of a unit to whose gain the context adds something, with where that has most of it. */
function withContext(of: Explained, term: TermEvidence, unit: number, adds: number): TermEvidence {
  const worth = ({ text, weight, of: column }: Part): number => weight * Math.min(1, of.gainsOf(text)[unit]![column]);
  const best = of.parts.reduce((most, part) => (worth(part) > worth(most) ? part : most));
  const contextMatch = bestIn(of, best.text, of.condition.units[unit]!);
  const end = best.text.indexOf("\n");
  const context: ContextEvidence = {
    ...{ place: best.place, type: end > 0 ? best.text.slice(0, end) : null, adds },
    ...{
      matched: contextMatch?.matched ?? term.term,
      how: contextMatch === null || contextMatch.how === "none" ? "stem" : contextMatch.how,
    },
  };
  return { ...term, how: term.matched === null ? "context" : term.how, context };
}

/** The evidence for both sides of a condition; gains of terms that it denies have the opposite sign. */
export function withDenied(affirmed: ScoreEvidence, { score, raw, coverage, terms }: ScoreEvidence): ScoreEvidence {
  const opposite = terms.map(({ negated, gain, ...term }): TermEvidence => {
    const isAgainst = negated !== true && gain > 0;
    return { ...term, gain: gain === 0 ? 0 : -gain, isDenied: true, ...(isAgainst ? { negated: true } : {}) };
  });
  return {
    ...affirmed,
    score: Math.fround(affirmed.score * (1 - score)),
    terms: [...affirmed.terms, ...opposite],
    denied: { score, raw, coverage },
  };
}
