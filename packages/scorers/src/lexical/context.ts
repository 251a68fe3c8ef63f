import type { ContextEvidence, TextContext } from "../scorer.js";
import type { Condition } from "./condition.js";
import { isAsked } from "./english.js";
import { coverageOf, summand } from "./formula.js";
import type { Gains } from "./window.js";

/** A place of the context, and what it has of a unit counts, in [0, 1]. */
export interface Part {
  readonly place: ContextEvidence["place"];
  readonly text: string;
  readonly weight: number;
  /** The gain of the text that counts in this place. */
  readonly of: "own" | "whole" | "quantities" | "quality";
  /** True for a question right before the text. */
  readonly isQuestion: boolean;
}

/**
 * Weights of what is around a text, half of it at two steps, and of what tells most: a question right before it, and quantities among the facts of its container.
 * Measured: recall is flat from .65 to .9 for the question, ranking from .25 to .3 for the container and from .7 to .8 for the facts.
 */
const [BESIDE, QUESTION] = [0.25, 0.8];
/** Added to the gain of a name in the condition that is the speaker's. Measured: recall is flat from .8 to 1.2. */
const BY = 1;

/** The places of a context. */
export function partsOf({ before, after, within, facts, by }: TextContext): readonly Part[] {
  const parts: Part[] = [];
  const add = (place: Part["place"], text: string | null | undefined, weight: number, of: Part["of"]): void => {
    const isQuestion = weight === QUESTION && place === "before";
    if (text !== null && text !== undefined && text !== "") parts.push({ place, text, weight, of, isQuestion });
  };
  const asks = before[0] !== undefined && isAsked(before[0].trimEnd());
  add("before", before[0], asks ? QUESTION : BESIDE, "own");
  add("before", before[1], BESIDE / 2, "own");
  add("after", after[0], BESIDE, "own");
  add("after", after[1], BESIDE / 2, "own");
  add("within", within, BESIDE, "whole");
  add("facts", facts, QUESTION, "quantities");
  add("by", by, BY, "quality");
  return parts;
}

/** Gains of one text for a unit: see `Gains`. */
export type UnitGains = { readonly [Column in keyof Gains]: number };

/** Evidence of a text together with its context. */
interface InContext {
  /** By unit, and what the condition has in all. */
  readonly gains: readonly number[];
  readonly coverage: number;
  readonly raw: number;
}

/**
 * Combines the gains of a text with those of its context. Let g be the gain of a unit in the text, and c its gains in places of weights w.
 * The context fills the missing part, as independent evidence does, and never counts for more than the words themselves:
 *
 *     g + max(0, 1 − g) · (1 − Π (1 − w · min(1, c)))
 *
 * A text without any evidence of its own takes that of a question that it may answer.
 */
export function inContext(
  own: readonly UnitGains[],
  parts: readonly Part[],
  { units }: Condition,
  gainsOf: (text: string) => readonly UnitGains[],
): InContext {
  const isSilent = own.every((unit) => unit.own === 0);
  const by = isSilent ? undefined : parts.find(({ place }) => place === "by");
  const named = by === undefined ? [] : gainsOf(by.text).map(({ quality }) => quality === 1);
  const around = parts.filter(({ place, isQuestion }) => (isSilent ? isQuestion : place !== "by"));
  const weighted = around.map((part) => ({
    weight: isSilent ? part.weight * BESIDE : part.weight,
    ...{ of: part.of, gains: gainsOf(part.text) },
  }));
  const filled = (unit: number, gain: number): number => {
    let missed = 1;
    for (const { weight, of, gains } of weighted) missed *= 1 - weight * Math.min(1, gains[unit]![of]);
    return gain + Math.max(0, 1 - gain) * (1 - missed);
  };
  const gains = own.map((unit, at) => filled(at, unit.own) + (named[at] === true ? by!.weight : 0));
  let [sum, covered, met] = [0, 0, 0];
  for (const [at, { share }] of units.entries()) {
    const cover = filled(at, own[at]!.quality);
    sum += summand(share * gains[at]!);
    covered += summand(share * cover);
    met += summand(cover);
  }
  const coverage = coverageOf(covered, met, units.length);
  return { gains, coverage, raw: sum * coverage };
}
