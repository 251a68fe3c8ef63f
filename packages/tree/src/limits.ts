/** Bounds on what a reader accepts. Each is an option of `limits`; more than the bound is refused with SXP4003. */
export interface ReadLimits {
  /** Nodes of the tree. */
  readonly maxNodes: number;
  /** Levels of nesting; the root is at level 1. */
  readonly maxDepth: number;
  /** UTF-16 units of the name of a type or attribute: a path, which is a query, has many of them. */
  readonly maxNameLength: number;
  /** UTF-16 units of one attribute value. */
  readonly maxAttributeLength: number;
  /** UTF-16 units of the own text of one node. */
  readonly maxTextLength: number;
  /** UTF-16 units of the whole input. */
  readonly maxInputLength: number;
  /** Attributes of one element, in HTML, where each is compared with all others. */
  readonly maxAttributes: number;
  /** Values that aliases and merge keys repeat, in YAML. */
  readonly maxAliased: number;
}

/** UTF-16 units of the longest string of V8, on 64 bits. */
const LONGEST_STRING = 2 ** 29 - 24;

export const READ_LIMITS: ReadLimits = {
  maxNodes: 10_000_000,
  maxDepth: 1_000,
  maxNameLength: 1 << 12,
  maxAttributeLength: 1 << 20,
  maxTextLength: 1 << 20,
  maxInputLength: LONGEST_STRING,
  maxAttributes: 1 << 12,
  maxAliased: 1_000_000,
};

/** The limits to hold: those given, the others by default. */
export const readLimits = (given?: Partial<ReadLimits>): ReadLimits => limitsOf(READ_LIMITS, given);

/** For what was within the limits when it was read. */
export const UNLIMITED: ReadLimits = {
  maxNodes: Number.POSITIVE_INFINITY,
  maxDepth: Number.POSITIVE_INFINITY,
  maxNameLength: Number.POSITIVE_INFINITY,
  maxAttributeLength: Number.POSITIVE_INFINITY,
  maxTextLength: Number.POSITIVE_INFINITY,
  maxInputLength: Number.POSITIVE_INFINITY,
  maxAttributes: Number.POSITIVE_INFINITY,
  maxAliased: Number.POSITIVE_INFINITY,
};

/** Bounds on one run. Each is an option of `budget`; more than the bound ends the run with SXP4003. */
export interface Budget {
  /** Calls of `Scorer.score`. */
  readonly maxScorerCalls: number;
  /** (text, condition) pairs handed to the scorer. */
  readonly maxScorerPairs: number;
  /** Combinations of nodes that the quantifiers of a query try, one for each node that a binding is bound to. */
  readonly maxCombinations: number;
  /** Milliseconds from start to answer, scorer included. */
  readonly maxMilliseconds: number;
}

export const BUDGET: Budget = {
  maxScorerCalls: 10_000,
  maxScorerPairs: 1_000_000,
  maxCombinations: 10_000_000,
  maxMilliseconds: 60_000,
};

/** The budget to hold: the bounds given, the others by default. */
export const budgetOf = (given?: Partial<Budget>): Budget => limitsOf(BUDGET, given);

/** Throws a `RangeError` for what is not a number from 0 up: compared with NaN nothing would be over the limit. */
function limitsOf<K extends string>(
  defaults: Readonly<Record<K, number>>,
  given: Partial<Record<K, number>> | undefined,
): Record<K, number> {
  if (given === undefined) return defaults;
  const limits: Record<K, number> = { ...defaults };
  // Every run comes here: through lists of entries this takes as long as a short query.
  for (const name of Object.keys(given) as K[]) {
    const limit = given[name];
    if (limit === undefined) continue;
    if (!(typeof limit === "number" && limit >= 0))
      throw new RangeError(`${name} must be a number from 0 up, not ${limit}`);
    limits[name] = limit;
  }
  return limits;
}
