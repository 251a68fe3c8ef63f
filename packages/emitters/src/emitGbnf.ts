import type { Schema } from "@semantic-xpath/planner";
import { type EmittedGrammar, emitGrammar, type GrammarOptions } from "./emitGrammar.js";
import { commentLines } from "./grammar/commentLines.js";
import { gbnfRule, printGbnf } from "./grammar/printGbnf.js";

/**
 * The queries over a schema as a grammar in GBNF, for llama.cpp: what it derives parses and checks without errors. Queries are written
 * on one line, as `print` writes them. Null: for any schema.
 *
 * @example emitGbnf(schema).text // 'root ::= …'
 */
export const emitGbnf = (schema: Schema | null, options: GrammarOptions = {}): EmittedGrammar =>
  emitGrammar(schema, options, {
    start: "root",
    rule: gbnfRule,
    print: (rules, comments) => commentLines("#", ["Semantic XPath", ...comments]) + printGbnf(rules),
  });
