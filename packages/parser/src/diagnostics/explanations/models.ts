import type { MODELS } from "../registry/models.js";
import type { Explanations } from "./explanation.js";

export const MODELS_EXPLAINED: Explanations<typeof MODELS> = {
  SXP5100: {
    when: "when a language model is called",
    text: "The server is not running, the address is wrong, or the connection broke off, even after several attempts. A partial answer is discarded.",
  },
  SXP5101: {
    when: "when a language model is called",
    text: "One attempt took longer than `timeout`. Small machines need minutes for long prompts: allow more time, fewer tokens, or use a smaller model.",
  },
  SXP5102: {
    when: "when a language model is called",
    text: "The server answered 429 to every attempt, or requests a longer wait than `longestWait`. The message has the wait it requested.",
  },
  SXP5103: {
    when: "when a language model is called",
    text: "The server answered with an error status: unknown key (401), unknown model (404), request too long (400, 413), or a server error (5xx) at every attempt. Redirects are not followed.",
  },
  SXP5104: {
    when: "when a language model is called",
    text: "The model declined, or a filter of its server stopped it. Nothing was changed. Rephrase the request, or choose another model.",
  },
  SXP5105: {
    when: "when a language model is called for JSON",
    text: "The answer reached the token limit before it was complete. Raise `maxTokens`; reasoning models need room for their reasoning.",
  },
  SXP5106: {
    when: "when a language model is called",
    text: "Some models repeat themselves without end. The answer is stopped at `longestAnswer` bytes and discarded.",
  },
  SXP5107: {
    when: "when a language model is called for JSON",
    text: "Reasoning in `<think>` and code fences are skipped; anything else around the JSON is an error. A server that enforces a schema avoids this: `supports: { jsonSchema: true }`.",
  },
  SXP5108: {
    when: "when a language model is called for JSON by a schema",
    text: "The answer is JSON, but members are missing, unknown or of the wrong type. The message names them.",
  },
  SXP5109: {
    when: "when a language model is called",
    text: "Calls, tokens or cost of the budget are used up, or the next call could use more than is left. It is reported before anything is sent.",
  },
  SXP5110: {
    when: "when a recorded model is called",
    text: "The cassette has no answer for exactly these messages and settings. The message says how the nearest recorded call differs: usually a prompt was changed. Record again.",
  },
  SXP5111: {
    when: "when a recorded model is made",
    text: "The text is not JSON, or not what `recordingModel` writes.",
  },
  SXP5112: {
    when: "when a language model is called",
    text: "Not every server supports embeddings, for instance.",
  },
  SXP5113: {
    when: "when a language model is called",
    text: "The environment variable that `keyVariable` names is not set, or holds characters that a header can't have. Keys are read from the environment alone, never from a folder's configuration.",
  },
  SXP5114: {
    when: "when a language model is called",
    text: "The address does not speak OpenAI's protocol: a web page, a broken stream, vectors of different lengths. The base URL usually ends with `/v1`.",
  },
  SXP5120: {
    when: "when a request is read by a language model",
    text: "The model's query or update does not compile, even after its errors were shown to it twice. Rephrase the request, or try without the model.",
  },
  SXP5121: {
    when: "when a request is read by a language model",
    text: "The request alone decides, before the model sees data, which kinds of change are allowed. Any other kind is refused, whatever a text in the data says.",
  },
  SXP5122: {
    when: "when a request is read by a language model",
    text: "Every operation must target a node that was found for the request, one of its descendants, or, to place something, the node that contains it. Any other target is refused.",
  },
  SXP5123: {
    when: "when a request is read by a language model",
    text: "The request was read as a change of something that does not exist: the query for it found nothing.",
  },
};
