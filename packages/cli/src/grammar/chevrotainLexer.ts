/** The parser needs only the pattern of tokens without a lexer from Chevrotain's lexer: it has a scanner of its own. */
export const Lexer = { NA: /NOT_APPLICABLE/, SKIPPED: "This marks a skipped Token pattern" } as const;
export const LexerDefinitionErrorType = {} as const;
