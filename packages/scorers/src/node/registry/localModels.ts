import type { Scorer } from "../../scorer.js";
import type { ModelConfig } from "../config/config.js";

/** A scorer that runs a model of this machine. Its code is loaded only when it is asked for. */
export async function localModel(described: ModelConfig, folder: string): Promise<Scorer> {
  const models = await import("../onnx/index.js");
  if (described.kind === "embedding") {
    const { kind: _, model: __, ...options } = described;
    return models.embeddingScorer(folder, options);
  }
  const { kind: _, model: __, ...options } = described;
  return models.entailmentScorer(folder, options);
}
