import type { LanguageModel } from "@semantic-xpath/llm";
import type { BuildFigures } from "../format/method.js";

/** A model whose calls and tokens are counted: `spent` is for `MemoryOptions`. */
export function countedModel(model: LanguageModel): {
  readonly model: LanguageModel;
  readonly spent: () => BuildFigures;
} {
  const spent = { calls: 0, input: 0, output: 0 };
  const counted: LanguageModel = {
    id: model.id,
    supports: model.supports,
    async generate(request, options) {
      const answer = await model.generate(request, options);
      spent.calls++;
      spent.input += answer.usage.input;
      spent.output += answer.usage.output;
      return answer;
    },
  };
  return { model: counted, spent: () => ({ ...spent }) };
}
