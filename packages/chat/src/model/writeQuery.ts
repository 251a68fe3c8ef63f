import type { LanguageModel, ModelAnswer } from "@semantic-xpath/llm";
import { inferSchema } from "@semantic-xpath/readers";
import { compile } from "@semantic-xpath/runtime";
import { SemanticXPathError } from "@semantic-xpath/tree";
import type { ReadOptions } from "../readers.js";
import type { About } from "../translate/about.js";
import { cardOf } from "./plan.js";
import { type Checked, MAX_ROUNDS, repaired } from "./repaired.js";
import { runOptions } from "./writeEdit.js";

/** A query that compiles, or a question to the person. */
export type WrittenQuery = { readonly query: string } | { readonly question: string };

const INSTRUCTIONS = `You turn a person's question about a tree into one query. Answer with the query alone: no explanation, no code fence.
If the question is not about this tree, asks for a change, or may mean several things, answer ASK: and one short question to the person.`;

/** Characters of the longest query and of the longest question that are taken from a model. */
const MAX_QUERY = 2000;
const MAX_QUESTION = 300;

/**
 * Has a language model write the query of a question from the prompt card. Errors of the query and the reason for an empty result go back to the model, twice
 * at most. An answer that is refused, or still unusable then, becomes a question. Rejects with the reason of an abort only.
 *
 * @example await writeQuery(model, "which museums are free?", { tree, schema }) // { query: '//POI[@category = "museum"][@cost = 0]' }
 */
export async function writeQuery(
  model: LanguageModel,
  request: string,
  about: About,
  options: ReadOptions = {},
): Promise<WrittenQuery> {
  const schema = about.schema ?? inferSchema(about.tree);
  const user = { request, ...(about.now !== undefined && { now: about.now }) };
  const messages = [
    { role: "system", content: `${INSTRUCTIONS}\n\n${cardOf(schema, about.tree)}` },
    { role: "user", content: JSON.stringify(user) },
  ] as const;
  const empty = new Set<string>();
  const check = async (answer: ModelAnswer, round: number): Promise<Checked<WrittenQuery>> => {
    if (answer.finish === "refused") return { value: { question: REFUSED } };
    const text = answer.text
      .trim()
      .replace(/^```[a-z]*\n|\n```$/g, "")
      .trim();
    const question = /^ASK:\s*(\S.*)/.exec(text)?.[1];
    if (question !== undefined) return { value: { question: question.slice(0, MAX_QUESTION) } };
    if (text === "" || text.length > MAX_QUERY)
      return { problems: [`A query has 1 to ${MAX_QUERY} characters, and this has ${text.length}.`] };
    const { query, diagnostics } = compile(text, { schema });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (query === undefined || errors.length > 0)
      return { problems: errors.map(({ code, message }) => `${code}: ${message}`) };
    if (round === MAX_ROUNDS || empty.has(text)) return { value: { query: text } };
    empty.add(text);
    const { stats } = await query.run(about.tree, runOptions(about, options.signal));
    return stats.empty === null
      ? { value: { query: text } }
      : { problems: [`It finds nothing: ${stats.empty.message} If it is meant so, answer the same again.`] };
  };
  try {
    return await repaired(model, { messages, purpose: "query" }, check, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof SemanticXPathError)) throw error;
    return { question: UNUSABLE };
  }
}

const REFUSED = "The model does not answer that. Can you say it differently, or write a query?";
const UNUSABLE = "The model wrote no query that can be used. Can you say it differently, or write a query?";
