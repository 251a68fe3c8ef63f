import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { RunError } from "@semantic-xpath/tree";
import type { EmbeddingScorer } from "../../vectors/vectorScorer.js";
import { classifierOf } from "../onnx/embeddingModel.js";
import { embeddingScorer } from "../onnx/embeddingScorer.js";
import { type EntailmentScorer, entailmentScorer } from "../onnx/entailmentScorer.js";
import { findModelFile } from "../onnx/modelFile.js";
import { ModelFolder } from "../onnx/modelFolder.js";
import { type RerankScorer, rerankScorer } from "../onnx/rerankScorer.js";
import { isStatic, staticScorer, tableFile } from "../onnx/staticScorer.js";
import { ModelFailure } from "./failure.js";

export type ModelKind = "embedding" | "entailment" | "rerank" | "static";

/**
 * Kind of a model by its own files: logits of entailment if a label has that name, one logit of a classifier of pairs, a table of
 * vectors; else embeddings. A folder that can't be read counts as embeddings, and opening it reports the fault.
 */
export async function kindOfModel(folder: string): Promise<ModelKind> {
  try {
    const opened = ModelFolder.open(folder);
    if (isStatic(opened)) return "static";
    const kind = classifierOf(opened.config);
    return kind === null || kind === "other" ? "embedding" : kind;
  } catch (error) {
    if (error instanceof RunError) return "embedding";
    throw error;
  }
}

type OpenModel =
  | { readonly kind: "embedding" | "static"; readonly scorer: EmbeddingScorer }
  | { readonly kind: "rerank"; readonly scorer: RerankScorer }
  | { readonly kind: "entailment"; readonly scorer: EntailmentScorer };

/** The scorer of a folder, whichever its kind. */
export async function openModel(folder: string): Promise<OpenModel> {
  const kind = await kindOfModel(folder);
  switch (kind) {
    case "embedding":
      return { kind, scorer: await embeddingScorer(folder) };
    case "static":
      return { kind, scorer: await staticScorer(folder) };
    case "rerank":
      return { kind, scorer: await rerankScorer(folder) };
    case "entailment":
      return { kind, scorer: await entailmentScorer(folder) };
  }
}

/**
 * Looks a model through before it gets a name here, and runs nothing of it: its files have to lie in the folder, not through a link or a path that
 * leads out; a static model has to have its table. Gives the file of the weights, relative to the folder: `weights`, or the usual one.
 *
 * @throws ModelFailure
 */
export async function checkModel(folder: string, weights?: string): Promise<string> {
  try {
    const opened = ModelFolder.open(folder);
    const table = isStatic(opened) && weights?.endsWith(".onnx") !== true ? tableFile(opened) : null;
    if (table !== null) {
      await staticScorer(folder);
      return table;
    }
    if (weights?.endsWith(".safetensors")) {
      throw new ModelFailure(
        "refused",
        `"${weights}" is no static model. One with a transformer needs an export to ONNX.`,
      );
    }
    return relative(realpathSync(folder), findModelFile(opened, weights)).split(sep).join("/");
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    throw new ModelFailure("refused", error.diagnostic.message, { cause: error });
  }
}
