import { runError } from "@semantic-xpath/tree";
import { type Calibration, CUT_AT_ZERO, readCalibration } from "../../calibration.js";
import { isObject, type Json } from "../../json.js";
import { familyOf, INSTRUCTION } from "./families.js";
import { type ModelFolder, modelError } from "./modelFolder.js";
import { type Dense, type Pooling, readModules } from "./modules.js";
import { longestOf } from "./tokeniser.js";

/** The calibration of a model, beside its files. */
export const CALIBRATION_FILE = "sxp-calibration.json";

interface EmbeddingSettings {
  readonly pooling: Pooling;
  /** True if the options name the pooling: then a pooled output of the model is not used. */
  readonly poolingAsked: boolean;
  readonly dense: readonly Dense[];
  readonly query: string;
  readonly passage: string;
  readonly longest: number;
  readonly calibration: Calibration;
  /** Note on the level of the scores; null if they are calibrated. */
  readonly note: string | null;
}

export interface EmbeddingModelOptions {
  /** Leaves out the modules that the files list, dense ones too. */
  readonly pooling?: Pooling;
  /** Prefixes of a condition and of a text. Default: those in the model's files, else those of its family. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** The task, for families that require an instruction before a condition. */
  readonly instruction?: string;
  readonly maxTokens?: number;
  /** By default that of `sxp-calibration.json` in the folder, else the band of the family, else cosines cut at 0. */
  readonly calibration?: Calibration;
}

/** Settings of an embedder from its folder and the options. Options come first, then the files, then the table of families. */
export function embeddingSettings(folder: ModelFolder, options: EmbeddingModelOptions): EmbeddingSettings {
  const { config } = folder;
  const family = familyOf(
    [folder.root.split(/[\\/]/).slice(-4).join("/"), String(config._name_or_path ?? "")],
    config.model_type,
  );
  const modules = options.pooling === undefined ? readModules(folder) : { pooling: options.pooling, dense: [] };
  const prompts = (folder.json("config_sentence_transformers.json")?.prompts ?? {}) as Json;
  const prompt = (name: string) => (typeof prompts[name] === "string" ? prompts[name] : undefined);
  const instructed = options.instruction === undefined ? undefined : family.query;
  const query = options.queryPrefix ?? instructed ?? prompt("query") ?? family.query;
  return {
    pooling: modules.pooling ?? family.pooling,
    poolingAsked: options.pooling !== undefined,
    dense: modules.dense,
    query: query.replace("{instruction}", () => options.instruction ?? INSTRUCTION),
    passage: options.passagePrefix ?? prompt("document") ?? prompt("passage") ?? family.passage,
    longest: longestOf(folder, options.maxTokens),
    ...calibrationOf(folder, options.calibration, family.band),
  };
}

/** The calibration that is asked for, else that of the folder, else the band of the family; else cosines as they are, which is said. */
export function calibrationOf(
  folder: ModelFolder,
  asked: Calibration | undefined,
  band: Calibration | null,
): { readonly calibration: Calibration; readonly note: string | null } {
  const fitted = (asked && readCalibration(asked)) ?? fileCalibration(folder) ?? band;
  if (fitted !== null) return { calibration: fitted, note: null };
  const how = `"sxp models calibrate" fits a calibration`;
  return {
    calibration: CUT_AT_ZERO,
    note: `scores of ${folder.title} are bare cosines, whose band is not known: ${how}`,
  };
}

/** The calibration beside a model; undefined if there is none. Throws SXP4001 for one that can't be used. */
export function fileCalibration(folder: ModelFolder): Calibration | undefined {
  const file = folder.json(CALIBRATION_FILE);
  if (file === undefined) return undefined;
  try {
    return readCalibration(file);
  } catch (failure) {
    throw modelError(folder.name, `"${CALIBRATION_FILE}" can't be used. ${(failure as Error).message}`, failure);
  }
}

/** A classifier of texts, by what it gives. */
type Classifier = "rerank" | "entailment" | "other";

const CLASSIFIERS: Readonly<Record<Classifier, string>> = {
  rerank: "a re-ranker (one logit for a pair of texts)",
  entailment: "an entailment model",
  other: "a classifier",
};

/**
 * Throws SXP4080 for a model that config.json calls a classifier of another kind than is wanted. A re-ranker looks like an embedder of one number,
 * and says nothing as one.
 */
export function refuseOthers(folder: ModelFolder, wanted: "embedding model" | "re-ranker"): void {
  const kind = classifierOf(folder.config);
  // One that has no labels of its own may still give one logit: its output says.
  if (kind === null || (wanted === "re-ranker" && kind !== "entailment")) return;
  const use = kind === "other" ? null : `${kind}:${folder.name}`;
  throw runError("SXP4080", { model: folder.name, is: CLASSIFIERS[kind], wanted, use });
}

/** The classifier that a configuration describes; null if it describes another model. */
export function classifierOf({ architectures, id2label, num_labels: count }: Json): Classifier | null {
  const names: readonly unknown[] = Array.isArray(architectures) ? architectures : [];
  const labels = isObject(id2label) ? Object.values(id2label) : [];
  if (labels.some((label) => /entail/i.test(String(label)))) return "entailment";
  if (!names.some((name) => /ForSequenceClassification$/.test(String(name)))) return null;
  return labels.length === 1 || count === 1 ? "rerank" : "other";
}
