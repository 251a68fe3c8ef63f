import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelMessage,
  type ModelRequest,
} from "@semantic-xpath/llm";
import { type RunError, runError } from "@semantic-xpath/tree";
import type { ReadOptions } from "../readers.js";

/** Rounds of repair: a model that is wrong twice after its mistake was reported is not right at the third. */
export const MAX_ROUNDS = 2;

/** The outcome of a check: a value, or its problems. `failure`: the error if the problems remain. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly string[]; readonly failure?: RunError };

/** Asks a model until its answer passes the check, and returns the problems to it at most twice. Throws SXP5120, or the failure of the last check. */
export async function repaired<T>(
  model: LanguageModel,
  request: ModelRequest,
  check: (answer: ModelAnswer, rounds: number) => Promise<Checked<T>> | Checked<T>,
  { signal, onUsage, onRepair }: ReadOptions,
): Promise<T> {
  const call = signal === undefined ? {} : { signal };
  let messages: readonly ModelMessage[] = request.messages;
  for (let round = 0; ; round++) {
    signal?.throwIfAborted();
    let answerText: string;
    let checked: Checked<T>;
    try {
      const answer = await model.generate({ ...request, messages }, call);
      onUsage?.(request.purpose, answer.usage);
      answerText = answer.text;
      checked = await check(answer, round);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.usage !== null) onUsage?.(request.purpose, error.usage);
      if (error.text === null || round === MAX_ROUNDS) throw error;
      answerText = error.text;
      checked = { problems: [error.diagnostic.message] };
    }
    if ("value" in checked) return checked.value;
    const { problems, failure } = checked;
    if (round === MAX_ROUNDS)
      throw failure ?? runError("SXP5120", { problems: problems.slice(0, 3), rounds: MAX_ROUNDS });
    onRepair?.(round + 1, answerText, problems);
    messages = [
      ...request.messages,
      { role: "assistant", content: answerText.slice(0, MAX_SAID) },
      {
        role: "user",
        content: `That can't be used:\n${problems.map((problem) => `- ${problem}`).join("\n")}\nAnswer again, whole.`,
      },
    ];
  }
}

/** Characters of a wrong answer that go back. */
const MAX_SAID = 8000;
