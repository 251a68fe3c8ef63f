import { ModelFailure } from "./failure.js";
import type { Listing, RemoteFile } from "./hub.js";

/** Files beside the weights, each optional. */
const SMALL_FILES: readonly string[] = [
  "config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "special_tokens_map.json",
  "modules.json",
  "1_Pooling/config.json",
  // Prefixes of texts, and the maximum number of tokens.
  "config_sentence_transformers.json",
  "sentence_bert_config.json",
];
/** Modules with weights of their own: those after the pooling, and the table of a static model. */
const MODULE =
  /^(?:[2-9]_Dense\/config\.json|0_StaticEmbedding\/tokenizer\.json|(?:[2-9]_Dense|0_StaticEmbedding)\/model\.safetensors)$/;

export const isSmallFile = (path: string): boolean => SMALL_FILES.includes(path) || MODULE.test(path);

/** The variant without a graph: the table of a static model. */
const STATIC_VARIANT = "static";
const TABLE = "model.safetensors";
const NEEDED = ["config.json", "tokenizer.json"];
const WEIGHTS = /^(?:onnx\/)?model(?:_([\w.-]+))?\.onnx$/;
/** The name of `model.onnx` as a variant. */
const PLAIN_VARIANT = "default";

export interface ChosenFiles {
  readonly variant: string;
  /** The path of the weights. */
  readonly weights: string;
  /** Small files first, so that what is missing is found out early. */
  readonly files: readonly RemoteFile[];
}

/**
 * The files to fetch: `onnx/model.onnx`, or `onnx/model_VARIANT.onnx`, with its external data, and the small ones. Without a folder
 * `onnx`, the weights may be at the top. The variant `static` is the table of a static model, without a graph.
 *
 * @throws ModelFailure if a needed file is missing, naming the variants that exist.
 */
export function chooseFiles({ files }: Listing, repository: string, variant = PLAIN_VARIANT): ChosenFiles {
  const models = files.flatMap((file) => {
    const match = WEIGHTS.exec(file.path);
    return match === null ? [] : [{ file, variant: match[1] ?? PLAIN_VARIANT }];
  });
  const tables = files.filter(({ path }) => path === TABLE).map((file) => ({ file, variant: STATIC_VARIANT }));
  const inFolder = models.filter(({ file }) => file.path.startsWith("onnx/"));
  const candidates = [...(inFolder.length > 0 ? inFolder : models), ...tables];
  const chosen = candidates.find((candidate) => candidate.variant === variant);
  if (chosen === undefined) {
    const variants = candidates.map((candidate) => candidate.variant);
    throw new ModelFailure(
      "usage",
      variants.length === tables.length
        ? `"${repository}" has no ONNX model: no file onnx/model.onnx.${variants.length === 0 ? "" : " Of a static model (Model2Vec), --variant static fetches the table."}`
        : `"${repository}" has no variant "${variant}". Choose one with --variant: ${variants.join(", ")}.`,
    );
  }
  const missing = NEEDED.filter((path) => !files.some((file) => file.path === path));
  if (missing.length > 0)
    throw new ModelFailure("hub", `"${repository}" has no ${missing.join(" and no ")}, so it can't be used.`);
  const weights = chosen.file.path;
  const data = files.filter(({ path }) => externalDataOf(weights, path));
  const small = [
    ...SMALL_FILES.flatMap((path) => files.filter((file) => file.path === path)),
    ...files.filter(({ path }) => MODULE.test(path)),
  ];
  return { variant, weights, files: [...small, chosen.file, ...data] };
}

/** Tests that a file has the usual name of external weights: beside the graph, `model.onnx_data` or `model.onnx.data`. */
export const externalDataOf = (weights: string, path: string): boolean =>
  path.startsWith(weights) && /^[._]data(?:_\d+)?$/.test(path.slice(weights.length));
