/** Of Chevrotain's lexer the parser needs the pattern of tokens that no lexer makes: it has a scanner of its own. */
export const Lexer = { NA: /NOT_APPLICABLE/, SKIPPED: "This marks a skipped Token pattern" } as const;
export const LexerDefinitionErrorType = {} as const;
