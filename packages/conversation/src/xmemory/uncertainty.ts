import type { LanguageModel } from "@semantic-xpath/llm";
import type { Scorer } from "@semantic-xpath/scorers";
import type { Uncertainty } from "./gate.js";

/** Tokens of a probed answer (xMemory, arXiv 2602.02007). */
const PROBED_TOKENS = 20;
/** Uncertainty if a model gives no token, in nats a token (as in xMemory's implementation). */
const UNKNOWN = 5;
/** Least score that the estimate reads: it bounds the uncertainty by -ln of it. */
const MIN_SCORE = 1e-3;

/** Mean negative log-probability of the first tokens of a model's answer. The model must support log-probabilities. */
export function modelUncertainty(model: LanguageModel): Uncertainty {
  return async (context, question) => {
    const { logprobs = [] } = await model.generate({
      purpose: "uncertainty",
      messages: [{ role: "user", content: `${context}\n\nQuestion: ${question}\nAnswer in a few words:` }],
      maxTokens: PROBED_TOKENS,
      logprobs: true,
    });
    if (logprobs.length === 0) return UNKNOWN;
    return -logprobs.reduce((sum, { logprob }) => sum + logprob, 0) / logprobs.length;
  };
}

/** An estimate without a model: -ln of the score of the context for the question. Falls as the context covers the question. */
export function scorerUncertainty(scorer: Scorer): Uncertainty {
  return async (context, question) => {
    const [score] = await scorer.score([context], question, {});
    return -Math.log(Math.max(score!, MIN_SCORE));
  };
}
