/** Language models on any server that speaks OpenAI's protocol, by the AI SDK. */

export { type OpenaiOptions, openaiModel } from "./openaiModel.js";
export { probeSupport } from "./probeSupport.js";
