/** Outputs of a schema for other programs: grammars, JSON Schema, prompt cards, skills and TypeScript types. */

export { type EmittedGrammar, emitGbnf, emitLark, type GrammarOptions, type Specialisation } from "./emitGrammar.js";
export { type AstProblem, astToQuery, type ReadAst } from "./json/astToQuery.js";
export { emitJsonSchema, type JsonSchema, type JsonSchemaOptions } from "./json/emitJsonSchema.js";
export {
  emitOutline,
  emitPromptCard,
  estimateTokens,
  type PromptCard,
  type PromptCardOptions,
  type Samples,
} from "./prompt/emitPromptCard.js";
export { emitSkill, isSkillName, type Skill, type SkillOptions } from "./prompt/emitSkill.js";
export type { PromptExample } from "./prompt/examples.js";
export { emitTypes } from "./types/emitTypes.js";
export { type GeneratedQueries, type GenerateOptions, generateQueries } from "./types/generateQueries.js";
