import { estimateTokens } from "@semantic-xpath/emitters";
import type { ModelRequest, ModelUsage } from "./languageModel.js";

/** Tokens that each message takes beside its text: its role and its ends. */
const PER_MESSAGE = 4;

/** Estimated usage of a call without a report of the server, or of a call before it is made, with an empty answer. */
export const estimateUsage = (request: ModelRequest, answer: string): ModelUsage => ({
  input:
    request.messages.reduce((sum, { content }) => sum + PER_MESSAGE + estimateTokens(content), 0) +
    (request.schema === undefined ? 0 : estimateTokens(JSON.stringify(request.schema.json))),
  output: estimateTokens(answer),
  isEstimated: true,
});
