import { getOrMake } from "@semantic-xpath/tree";
import { Varints } from "./bytes.js";
import type { Condition, Unit } from "./condition.js";
import { type FieldWeights, KIND } from "./fields.js";
import { mentioned } from "./formula.js";
import { type Evidence, foundIn } from "./found.js";
import type { Language } from "./languages/language.js";
import type { Segment } from "./segment.js";
import { END, type Gains, type Window } from "./window.js";

/** Weight of a sentence that is a question itself, for a condition that is one. Measured: .002 of nDCG, on conversations. */
const ASKING = 0.65;
/** Names of types and attributes are those of all nodes: what is less related to them says nothing of one. Measured: .004 of AUC on requests. */
const OF_NAMES = 0.3;

/** Texts that have one kind of evidence of a unit, ascending. */
export interface Source {
  readonly quality: number;
  /** The next text; `END` after the last. */
  next: number;
  /** Adds the texts before a limit to a window. Gives how many entries of postings it read. */
  addUntil(limit: number, window: Window): number;
}

/** Sources of evidence of a unit in a segment. Gains by quantities alone are written to `gains`. */
export function sourcesOf(
  segment: Segment,
  unit: Unit,
  condition: Condition,
  { fields, language }: { readonly fields: FieldWeights; readonly language: Language },
  gains: Gains | null,
): Source[] {
  const sources = foundIn(segment, unit, language).map(
    (found): Source => new Postings(segment, found, weightsOf(condition, fields, found.quality), condition.isStrict),
  );
  if (unit.wanted !== null) sources.push(...satisfying(segment, unit.wanted, gains?.quantities ?? null));
  return sources.filter(({ next }) => next !== END);
}

/** The texts that have a stem, each with the weights of the fields in which it does, if they are above 0. */
class Postings implements Source {
  readonly quality: number;
  next: number;
  private at: number;
  private readonly end: number;

  constructor(
    private readonly segment: Segment,
    { stem, quality }: Evidence,
    private readonly weights: Float64Array,
    private readonly isStrict: boolean,
  ) {
    const input = new Varints(segment.postings, segment.starts[stem]!);
    this.end = segment.starts[stem + 1]!;
    this.quality = quality;
    this.next = input.at < this.end ? input.next() - 1 : END;
    this.at = input.at;
  }

  addUntil(limit: number, window: Window): number {
    const { segment, weights, isStrict, end, quality } = this;
    const { postings, lengths } = segment;
    const { first } = window;
    let [text, at, read] = [this.next, this.at, 0];
    while (text < limit) {
      read++;
      let sum = 0;
      let value: number;
      do {
        value = postings[at++]!;
        const kind = value >>> 1;
        sum += kind === KIND.denied && isStrict ? weights[kind]! * mentioned(lengths[text]!) : weights[kind]!;
      } while ((value & 1) === 1);
      if (sum > 0 && text >= first) window.add(text, sum, quality);
      if (at >= end) {
        text = END;
        break;
      }
      let byte = postings[at++]!;
      value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++]!;
        value |= (byte & 127) << shift;
      }
      text += value;
    }
    this.next = text;
    this.at = at;
    return read;
  }
}

/** The texts that have a quantity which satisfies; none if no quantity does. */
function satisfying(segment: Segment, { satisfied }: NonNullable<Unit["wanted"]>, kept: Float64Array | null): Source[] {
  const qualities = new Float64Array(segment.quantities.distinct);
  let most = 0;
  for (let i = 0; i < qualities.length; i++) {
    const { quantity, field } = segment.quantities.at(i);
    qualities[i] = satisfied(quantity, field);
    if (qualities[i]! > most) most = qualities[i]!;
  }
  return most === 0 ? [] : [new Satisfying(segment, qualities, most, kept)];
}

/** Texts by how well the best of their quantities satisfies; also in `kept`. */
class Satisfying implements Source {
  next = 0;
  private readonly starts: Int32Array;
  private readonly numbers: Int32Array;

  constructor(
    { quantities, size }: Segment,
    private readonly qualities: Float64Array,
    readonly quality: number,
    private readonly kept: Float64Array | null,
  ) {
    const { starts, numbers } = quantities.byText(size);
    this.starts = starts;
    this.numbers = numbers;
  }

  addUntil(limit: number, window: Window): number {
    if (window.isClosed) window.each((text) => this.add(text, window));
    else for (let text = window.first; text < limit; text++) this.add(text, window);
    this.next = limit < this.starts.length - 1 ? limit : END;
    return 0;
  }

  private add(text: number, window: Window): void {
    const { starts, numbers, qualities, kept } = this;
    let best = 0;
    for (let i = starts[text]!; i < starts[text + 1]!; i++) {
      const quality = qualities[numbers[i]!]!;
      if (quality > best) best = quality;
    }
    if (best === 0) return;
    window.add(text, 1, best);
    if (kept !== null) kept[text] = best;
  }
}

const allWeights = new WeakMap<FieldWeights, Map<number, Float64Array>>();

/** By kind of field, what a hit of some quality counts there; computed once for all conditions. */
const weightsOf = ({ asks }: Condition, fields: FieldWeights, quality: number): Float64Array =>
  getOrMake(
    getOrMake(allWeights, fields, () => new Map<number, Float64Array>()),
    (asks ? 2 : 0) + (quality >= OF_NAMES ? 1 : 0),
    () => {
      const weights = new Float64Array(8);
      weights[KIND.body] = weights[KIND.denied] = fields.body;
      weights[KIND.asking] = asks ? fields.body * ASKING : fields.body;
      weights[KIND.name] = fields.name;
      weights[KIND.reference] = fields.reference;
      if (quality >= OF_NAMES) {
        weights[KIND.type] = fields.type;
        weights[KIND.attributeName] = fields.attributeName;
      }
      return weights;
    },
  );
