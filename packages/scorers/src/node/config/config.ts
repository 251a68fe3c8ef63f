import type { Diagnostic } from "@semantic-xpath/parser";
import type { Budget, ReadLimits } from "@semantic-xpath/tree";
import type { CascadeMeasure } from "../../cascade/approximateCascade.js";
import type { FusedOptions } from "../../fused/fused.js";
import type { ChatJudgeOptions } from "../../http/chatJudge.js";
import type { EmbeddingsApiOptions } from "../../http/embeddings.js";
import type { EmbeddingScorerOptions, EntailmentScorerOptions } from "../onnx/index.js";

/** What `sxp.config.json` says, as in schema/sxp-config.json. */
export interface Config {
  readonly scorers: Readonly<Record<string, ScorerConfig>>;
  /** A name of `scorers`, or a form such as `lexical`. */
  readonly defaultScorer?: string;
  readonly cache?: CacheConfig;
  readonly limits?: Partial<ReadLimits & Budget>;
}

export interface CacheConfig {
  /** Default true. */
  readonly enabled?: boolean;
  /** From the folder of the configuration. Default: the user's cache folder. */
  readonly directory?: string;
  readonly maxBytes?: number;
}

/** A scorer by its kind. Files and folders are seen from the folder of the configuration. */
export type ScorerConfig =
  | { readonly kind: "lexical" }
  | { readonly kind: "recorded"; readonly file: string; readonly missing?: number }
  | { readonly kind: "known"; readonly file: string }
  | ModelConfig
  | ({ readonly kind: "openai" } & Omit<EmbeddingsApiOptions, "environment">)
  | ({ readonly kind: "chat" } & Omit<ChatJudgeOptions, "environment">)
  | FusedConfig
  | CascadeConfig;

/** A model in a folder, run by ONNX Runtime. */
export type ModelConfig =
  | ({ readonly kind: "embedding"; readonly model: string } & EmbeddingScorerOptions)
  | ({ readonly kind: "entailment"; readonly model: string } & EntailmentScorerOptions);

export interface FusedConfig extends Pick<FusedOptions, "method" | "weights" | "k"> {
  readonly kind: "fused";
  readonly of: readonly string[];
  /** Types whose nodes a rank is among. */
  readonly population?: readonly string[];
}

export interface CascadeConfig {
  readonly kind: "cascade";
  readonly cheap: string;
  readonly expensive: string;
  /** Opts into approximation. */
  readonly cut?: number;
  readonly below?: number;
  readonly measured?: CascadeMeasure;
}

/** A configuration with where it was found. */
export interface LoadedConfig {
  readonly path: string;
  /** What its paths are relative to. */
  readonly folder: string;
  readonly text: string;
  /** Everything that could be read. */
  readonly config: Config;
  /** With spans into `text`. */
  readonly diagnostics: readonly Diagnostic[];
}
