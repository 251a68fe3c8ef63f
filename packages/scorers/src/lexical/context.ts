import type { ContextEvidence, TextContext } from "../scorer.js";
import type { LexicalSettings } from "./settings.js";

/** What a text has of each term of a condition. */
export interface Evidence {
  /** By term; 0 for none. */
  readonly gains: Float64Array;
  readonly sequence: number;
  /** Words of the text, weighted. */
  readonly length: number;
}

/** Reads the texts that one is read with. */
export interface Surroundings {
  /** What a text has of the condition; null for nothing. */
  evidenceOf(text: string): Evidence | null;
  /** The same of the text of a container, whatever its length. */
  evidenceIn(container: string): Evidence | null;
  /** Of the facts of a container, what satisfies the quantities of the condition. */
  quantitiesIn(facts: string): Evidence | null;
  /** The terms that are a word of a name, which a text is said by. */
  namedBy(name: string): readonly number[];
  /** Whether a text ends in a question. */
  asks(text: string): boolean;
}

/** A place of the context with what it has of the condition and what that counts, in [0, 1]. */
export interface Part {
  readonly place: Exclude<ContextEvidence["place"], "by">;
  readonly text: string;
  readonly evidence: Evidence;
  readonly weight: number;
}

/** Weighted words of a container at which what it has counts half. */
const WHOLE = 4000;

/** What the second neighbour counts, as a share of what the first does, and what the text before does, as a share of the one after. */
const [SECOND, EARLIER] = [0.5, 0.25];

/** What a text gets by its context that has nothing of the condition itself: an answer, "Yes, in May!". */
const SILENT = 0.3;

/** The places of a context that have something of the condition. Of a text that has nothing itself only the question that it answers. */
export function partsOf(
  context: TextContext,
  hasOwn: boolean,
  around: Surroundings,
  settings: LexicalSettings,
): Part[] {
  const parts: Part[] = [];
  const add = (place: Part["place"], text: string, evidence: Evidence | null, weight: number): void => {
    if (evidence !== null && weight > 0) parts.push({ place, text, evidence, weight });
  };
  const { before, after, within, facts } = context;
  const first = before[0];
  const isReply = first !== undefined && around.asks(first);
  if (!hasOwn) {
    if (isReply) add("before", first, around.evidenceOf(first), settings.reply * SILENT);
    return parts;
  }
  before.forEach((text, i) => {
    const weight = i === 0 && isReply ? settings.reply : settings.beside * (i === 0 ? EARLIER : SECOND);
    add("before", text, around.evidenceOf(text), i < 2 ? weight : 0);
  });
  after.forEach((text, i) => {
    add("after", text, around.evidenceOf(text), i < 2 ? settings.beside * (i === 0 ? 1 : SECOND) : 0);
  });
  if (within !== null) {
    const evidence = around.evidenceIn(within);
    add("within", within, evidence, evidence === null ? 0 : settings.within / (1 + evidence.length / WHOLE));
  }
  if (facts !== "") add("facts", facts, around.quantitiesIn(facts), settings.facts);
  return parts;
}

/**
 * What a text has of each term with what its context has: of a term with gain g in the text, and gains c in places of weights w, the context fills
 * what is missing, as independent evidence does,
 *
 *     g + max(0, 1 − g) · (1 − Π (1 − w · min(1, c)))
 *
 * so that context alone never counts for more than the words themselves.
 */
export function filled(
  own: Evidence | null,
  parts: readonly Part[],
  terms: number,
  settings: LexicalSettings,
): Evidence {
  const gains = new Float64Array(terms);
  for (let term = 0; term < terms; term++) {
    const gain = own?.gains[term] ?? 0;
    let missed = 1;
    for (const { evidence, weight } of parts) missed *= 1 - weight * Math.min(1, evidence.gains[term]!);
    gains[term] = gain + Math.max(0, 1 - gain) * (1 - missed);
  }
  let sequence = own?.sequence ?? 0;
  for (const { evidence, weight } of parts) sequence += settings.order * weight * evidence.sequence;
  return { gains, sequence, length: own?.length ?? 0 };
}
