import { type CompiledQuery, compile, type Observation, observePlan } from "@semantic-xpath/runtime/internal";
import { argumentsOf } from "../change/attempt.js";
import { seenScorer } from "../scorerAnswers.js";

/**
 * Runs another text on the data of a run, with its arguments, its moment and its scores. Gives the message of the first mistake in the text behind an
 * offset.
 */
export async function runText(start: Observation, text: string, from = text.length): Promise<Observation | string> {
  const { query, diagnostics } = compile(text, { schema: start.query.schema });
  const error = diagnostics.find(({ severity, span }) => severity === "error" && span.end > from);
  if (query === undefined || error !== undefined) return (error ?? diagnostics[0])?.message ?? "it can't run";
  const at = start.run.hidden?.at;
  return observePlan(query as CompiledQuery, start.tree, {
    params: argumentsOf(query, start.params),
    scorer: seenScorer(start),
    ...(at !== undefined && { validAt: at }),
  });
}
