import type { FusedOptions } from "../fused.js";
import type { Environment } from "../http/secret.js";
import type { Scorer } from "../scorer.js";
import type * as is from "./config/rules.js";

/** Definition of a kind of scorer. No member has a default: a new kind must answer every question. */
export interface Kind<Options extends object> {
  /** Name without a configuration, such as `recorded:FILE`; null if it needs a configuration. */
  readonly form: Form<Options> | null;
  /** The check of each option. */
  readonly options: Checks<Options>;
  /** Options that are paths from the folder of the configuration: to a file, or to a model, which may have a name instead. */
  readonly paths: { readonly [Option in keyof Options]?: "file" | "model" };
  /** Options that name the scorers which this one is made of. */
  readonly parts: readonly (keyof Options & string)[];
  /** True if it sends texts and conditions to a server itself. */
  readonly sends: boolean;
  /** Pairs that are asked for before answers are kept; null: as many as the cache likes. */
  chunk(options: Options): number | null;
  /** Its paths are resolved. The code of a scorer is loaded only here. */
  make(options: Options, making: Making): Promise<Scorer>;
}

export interface Form<Options> {
  readonly shown: string;
  readonly summary: string;
  /** The options in what follows `name:`; null if something is missing. */
  read(rest: string): Options | null;
  /** True if an argument may follow a name that is complete by itself: `lexical:german`. */
  readonly takesMore?: true;
}

type Checks<Options> = {
  readonly [Option in keyof Options]-?: undefined extends Options[Option] ? is.Rule : is.Rule & { isNeeded: true };
};

export interface Making {
  /** Folder of the models on this machine. */
  readonly models: string;
  /** Source of keys; undefined: the environment of the process. */
  readonly environment: Environment | undefined;
  /** One of the scorers that this one is made of. */
  part(name: string): Promise<Scorer>;
}

export interface LexicalConfig {
  /** A name or code of a language, "german" or "de". Default: that which the schema names, else English. */
  readonly language?: string;
  /** Texts that are read with their context: those with a context in their schema, the default, or none. */
  readonly context?: "schema" | "off";
}

export interface FileOptions {
  readonly file: string;
}

export interface ModelOptions {
  readonly model: string;
}

export interface FusedConfig extends Pick<FusedOptions, "method" | "weights" | "k"> {
  readonly of: readonly string[];
  /** Types whose nodes a rank is among. */
  readonly population?: readonly string[];
}

export interface CascadeConfig {
  readonly cheap: string;
  readonly expensive: string;
  /** Pairs below it are not asked about. */
  readonly cut?: number;
  readonly below?: number;
  /** Targets, in place of a cut. */
  readonly recall?: number;
  readonly precision?: number;
  readonly confidence?: number;
  readonly relevant?: number;
  readonly sample?: number;
  /** Types of whose nodes the targets are kept. */
  readonly population?: readonly string[];
}
