/** Chevrotain's messages are not read, since diagnostics have texts of their own. */
const silent = (): string => "";

export const defaultParserErrorProvider = {
  buildMismatchTokenMessage: silent,
  buildNotAllInputParsedMessage: silent,
  buildNoViableAltMessage: silent,
  buildEarlyExitMessage: silent,
};
export const defaultGrammarResolverErrorProvider = { buildRuleNotFoundError: silent };
export const defaultGrammarValidatorErrorProvider = {};
