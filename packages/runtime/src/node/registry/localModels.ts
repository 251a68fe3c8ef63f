import type { Scorer } from "../../score/scorer.js";
import type { ModelConfig } from "../config/config.js";

type Options = Omit<ModelConfig, "kind" | "model">;

/** What the scorers that run models here are made by. */
interface LocalModels {
  embeddingScorer(folder: string, options: Options): Scorer | Promise<Scorer>;
  entailmentScorer(folder: string, options: Options): Scorer | Promise<Scorer>;
}

/** A scorer that runs a model of this machine. Loaded only when it is asked for: it needs a package that few install. */
export async function localModel({ kind, model: _, ...options }: ModelConfig, folder: string): Promise<Scorer> {
  const path = "../onnx/index.js";
  const models = (await import(path)) as LocalModels;
  return kind === "embedding" ? models.embeddingScorer(folder, options) : models.entailmentScorer(folder, options);
}
