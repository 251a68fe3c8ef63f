/** Limits on what is parsed. A query beyond one of them gives `SXP1009` and is `Missing`; the other queries of a module stay. */
export interface ParseOptions {
  /** Bytes of a bare query or of one declaration, in UTF-8. Default 65536. */
  readonly maxBytes?: number;
  /** Bytes of a whole module, in UTF-8. Default 4194304. */
  readonly maxModuleBytes?: number;
  /** Depth of brackets, parentheses and `1-` within one another. Default 200. */
  readonly maxNesting?: number;
  /** Steps of one query, those of evidence paths included. Default 256. */
  readonly maxSteps?: number;
  /** Signs of arithmetic, quantifiers and `group by` of one query. Default 1000. */
  readonly maxOperators?: number;
}

export type ParseLimits = Required<ParseOptions>;

export const DEFAULTS: ParseLimits = {
  maxBytes: 1 << 16,
  maxModuleBytes: 1 << 22,
  maxNesting: 200,
  maxSteps: 256,
  maxOperators: 1000,
};

export function limitsOf(options: ParseOptions): ParseLimits {
  if (options === DEFAULTS) return DEFAULTS;
  const limits = { ...DEFAULTS, ...options };
  // Compared with NaN nothing would be too large.
  for (const [name, limit] of Object.entries(limits))
    if (!(typeof limit === "number" && limit >= 0))
      throw new RangeError(`${name} must be a number from 0 up, not ${limit}`);
  return limits;
}
