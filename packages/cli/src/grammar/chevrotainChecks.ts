/** Chevrotain's checks of a grammar find nothing: the parser skips them, since tests have run them. */
const nothing = (): readonly never[] => [];

export const validateLookahead = nothing;
export const validateGrammar = nothing;
export const validateRuleIsOverridden = nothing;
export const validateNoLeftRecursion = nothing;
export const validateEmptyOrAlternative = nothing;
export const validateAmbiguousAlternationAlternatives = nothing;
export const validateSomeNonEmptyLookaheadPath = nothing;
