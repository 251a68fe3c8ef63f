import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { readRegularFile } from "@semantic-xpath/readers/node";
import { RunError } from "@semantic-xpath/tree";
import { type EmbeddingScorer, embeddingScorer } from "../onnx/embeddingScorer.js";
import { type EntailmentScorer, entailmentScorer } from "../onnx/entailmentScorer.js";
import { openModelFile } from "../onnx/modelFile.js";
import { ModelFolder } from "../onnx/modelFolder.js";
import { ModelFailure } from "./failure.js";

export type ModelKind = "embedding" | "entailment";

/** What a model gives, by its own configuration: logits of entailment where a label is called that, else embeddings. */
export async function kindOfModel(folder: string): Promise<ModelKind> {
  const labels = await readRegularFile(join(folder, "config.json"))
    .then((bytes) => (JSON.parse(new TextDecoder().decode(bytes)) as { readonly id2label?: object }).id2label)
    .catch(() => undefined);
  return Object.values(labels ?? {}).some((label) => /entail/i.test(String(label))) ? "entailment" : "embedding";
}

type OpenModel =
  | { readonly kind: "embedding"; readonly scorer: EmbeddingScorer }
  | { readonly kind: "entailment"; readonly scorer: EntailmentScorer };

/** The scorer of a folder, whichever its kind. */
export async function openModel(folder: string): Promise<OpenModel> {
  const kind = await kindOfModel(folder);
  return kind === "embedding"
    ? { kind, scorer: await embeddingScorer(folder) }
    : { kind, scorer: await entailmentScorer(folder) };
}

/**
 * Looks a model through before it gets a name here, and runs nothing of it: operators have to be known ones, and weights have to lie in
 * the folder, not through a link or a path that leads out. Gives the ONNX file, relative to the folder: `weights`, or the usual one.
 *
 * @throws ModelFailure
 */
export async function checkModel(folder: string, weights?: string): Promise<string> {
  try {
    const { path } = openModelFile(ModelFolder.open(folder), weights);
    return relative(realpathSync(folder), path).split(sep).join("/");
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    throw new ModelFailure("refused", error.diagnostic.message, { cause: error });
  }
}
