import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EmbeddingScorer, embeddingScorer } from "../onnx/embeddingScorer.js";
import { type EntailmentScorer, entailmentScorer } from "../onnx/entailmentScorer.js";

export type ModelKind = "embedding" | "entailment";

/** What a model gives, by its own configuration: logits of entailment where a label is called that, else embeddings. */
export async function kindOfModel(folder: string): Promise<ModelKind> {
  const text = await readFile(join(folder, "config.json"), "utf8").catch(() => "{}");
  return /"id2label"\s*:\s*\{[^}]*entail/i.test(text) ? "entailment" : "embedding";
}

export type OpenModel =
  | { readonly kind: "embedding"; readonly scorer: EmbeddingScorer }
  | { readonly kind: "entailment"; readonly scorer: EntailmentScorer };

/** The scorer of a folder, whichever its kind. */
export async function openModel(folder: string): Promise<OpenModel> {
  const kind = await kindOfModel(folder);
  return kind === "embedding"
    ? { kind, scorer: await embeddingScorer(folder) }
    : { kind, scorer: await entailmentScorer(folder) };
}
