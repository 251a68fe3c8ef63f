import { type Calibration, CUT_AT_ZERO } from "../../calibration.js";
import { readCalibration } from "../../vectors/readCalibration.js";
import { familyOf, INSTRUCTION } from "./families.js";
import { longestOf } from "./longest.js";
import { modelError } from "./modelError.js";
import type { ModelFolder } from "./modelFolder.js";
import { isPooling, type Pooling } from "./pooling.js";

/** The calibration of a model, beside its files. */
export const CALIBRATION_FILE = "sxp-calibration.json";

export interface EmbeddingSettings {
  readonly pooling: Pooling;
  /** Whether the options name the pooling: then an output that is pooled already is not taken. */
  readonly poolingAsked: boolean;
  readonly query: string;
  readonly passage: string;
  readonly longest: number;
  readonly calibration: Calibration;
}

export interface EmbeddingModelOptions {
  readonly pooling?: Pooling;
  /** Put before a condition, before a text. By default what the model's files say, else what its family wants. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** The task, for families that want an instruction before a condition. */
  readonly instruction?: string;
  readonly maxTokens?: number;
  /** By default that of `sxp-calibration.json` in the folder, else the band of the family, else cosines cut at 0. */
  readonly calibration?: Calibration;
}

type Json = Readonly<Record<string, unknown>>;

/** What a folder and the options say about an embedder. Options come first, then the files, then the table of families. */
export function embeddingSettings(
  folder: ModelFolder,
  config: Json,
  options: EmbeddingModelOptions,
): EmbeddingSettings {
  const family = familyOf(
    [folder.root.split(/[\\/]/).slice(-4).join("/"), String(config._name_or_path ?? "")],
    config.model_type,
  );
  const prompts = (folder.json("config_sentence_transformers.json")?.prompts ?? {}) as Json;
  const prompt = (name: string) => (typeof prompts[name] === "string" ? prompts[name] : undefined);
  const instructed = options.instruction === undefined ? undefined : family.query;
  const query = options.queryPrefix ?? instructed ?? prompt("query") ?? family.query;
  return {
    pooling: options.pooling ?? filePooling(folder) ?? family.pooling,
    poolingAsked: options.pooling !== undefined,
    query: query.replace("{instruction}", () => options.instruction ?? INSTRUCTION),
    passage: options.passagePrefix ?? prompt("document") ?? prompt("passage") ?? family.passage,
    longest: longestOf(folder, config, options.maxTokens),
    calibration: given(options.calibration) ?? fileCalibration(folder) ?? family.band ?? CUT_AT_ZERO,
  };
}

/** The pooling of the model's own files (the layout of Sentence Transformers), if it has any. */
function filePooling(folder: ModelFolder): Pooling | undefined {
  const modules = Object.values(folder.json("modules.json") ?? {}) as Json[];
  const other = modules.map(({ type }) => String(type).split(".").at(-1)!).find((type) => !KNOWN_MODULES.has(type));
  if (other !== undefined) {
    throw modelError(
      folder.name,
      `modules.json has a module "${other}", which is not supported. Name a "pooling" to leave it out.`,
    );
  }
  const path = modules.find(({ type }) => String(type).endsWith(".Pooling"))?.path ?? "1_Pooling";
  const file = folder.json(`${String(path).replace(/\/$/, "")}/config.json`);
  if (file === undefined) return undefined;
  const modes = Object.keys(file).filter((key) => key.startsWith("pooling_mode") && file[key] === true);
  const pooling = modes.length === 1 ? POOLING_MODES[modes[0]!] : undefined;
  if (pooling !== undefined) return pooling;
  if (isPooling(file.pooling_mode)) return file.pooling_mode;
  throw modelError(
    folder.name,
    `its pooling (${modes.join(", ") || "none"}) is not supported. Name a "pooling": mean, cls or last.`,
  );
}

const KNOWN_MODULES = new Set(["Transformer", "Pooling", "Normalize"]);

const POOLING_MODES: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: "mean",
  pooling_mode_cls_token: "cls",
  pooling_mode_lasttoken: "last",
};

function fileCalibration(folder: ModelFolder): Calibration | undefined {
  const file = folder.json(CALIBRATION_FILE);
  if (file === undefined) return undefined;
  try {
    return readCalibration(file);
  } catch (failure) {
    throw modelError(folder.name, `"${CALIBRATION_FILE}" can't be used. ${(failure as Error).message}`, failure);
  }
}

const given = (calibration: Calibration | undefined): Calibration | undefined =>
  calibration === undefined ? undefined : readCalibration(calibration);
