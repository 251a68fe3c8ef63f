import type { Schema } from "@semantic-xpath/planner";
import { type EmittedGrammar, emitGrammar, type GrammarOptions } from "./emitGrammar.js";
import { commentLines } from "./grammar/commentLines.js";
import { larkRule, printLark } from "./grammar/printLark.js";

/**
 * The same language as `emitGbnf`, as a Lark grammar for llguidance.
 *
 * @example emitLark(schema).text // '%llguidance {}\nstart: …'
 */
export const emitLark = (schema: Schema | null, options: GrammarOptions = {}): EmittedGrammar =>
  emitGrammar(schema, options, {
    start: "start",
    rule: larkRule,
    print: (rules, comments) =>
      `%llguidance {}\n${commentLines("//", ["Semantic XPath", ...comments])}${printLark(rules)}`,
  });
