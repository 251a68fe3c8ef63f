import { resolve } from "node:path";
import { fileProblem } from "@semantic-xpath/readers/node";
import { getOrMake, ReadError, readError, SemanticXPathError } from "@semantic-xpath/tree";
import { cachedScorer, type ScoreCache } from "../cache.js";
import type { Environment } from "../http/secret.js";
import type { Scorer } from "../scorer.js";
import type { Config, LoadedConfig } from "./config/config.js";
import { declaredScorer, unknownScorer } from "./config/readConfig.js";
import { derivedScores } from "./derived/derivedScores.js";
import { userDerived } from "./derived/userDerived.js";
import { formOf, kindOf, partsOf, readForm, type ScorerConfig } from "./kinds.js";
import { findModel, modelsHome } from "./models/library.js";

export interface ResolveOptions {
  /** Result of `loadConfig`, null if there is none. */
  readonly config: LoadedConfig | null;
  /** Base of relative paths in the spec. Paths in the configuration are relative to its own folder. */
  readonly folder: string;
  /** Cache of expensive scores; null: none. Default: the user's cache (`userDerived`), unless the configuration disables it. */
  readonly cache?: ScoreCache | null;
  /** A name or code of the language of the texts for each lexical scorer in the spec, regardless of the configuration or a schema. */
  readonly language?: string | undefined;
  /** Source of keys and of the models' folder. Default: the environment of the process. */
  readonly environment?: Environment;
}

/**
 * The scorer of a spec: a name of the configuration, or a form such as `lexical`, `recorded:FILE` or `chat:URL#MODEL` (see
 * `SCORER_FORMS`). A name of the configuration goes first. A model is a folder, or the name of one that this machine has. Without a spec it is the default of the configuration (`defaultOf`), else
 * `lexical`. Expensive scorers are cached.
 *
 * Rejects with a ReadError: SXP4103 for what is not known, SXP4105 if a scorer can't be made, the first error of a configuration
 * with errors.
 *
 * @example await resolveScorer("minilm", { config: await loadConfig("."), folder: "." })
 */
export async function resolveScorer(spec: string | undefined, options: ResolveOptions): Promise<Scorer> {
  const broken = options.config?.diagnostics.find(({ severity }) => severity === "error");
  if (broken !== undefined) throw new ReadError(broken);
  const name = spec ?? defaultOf(options.config);
  if (options.language !== undefined && !comparesWords(name, options.config))
    throw readError("SXP4105", { name: shownSpec(name), reason: "it compares no words, so it takes no language." });
  return maker(options)(name, options.folder);
}

/**
 * The default scorer of a configuration. It must not send anything: a configuration comes with a folder that may be a stranger's, and a
 * server scorer names the address that gets the texts and the variable that holds the key.
 *
 * @throws ReadError SXP4105 if the default calls a server
 */
export function defaultOf(config: LoadedConfig | null): string {
  const name = config?.config.defaultScorer ?? "lexical";
  if (config === null || !asksServer(name, config.config)) return name;
  const reason = "as the default of a configuration it would send texts to a server unasked. Name it with each run.";
  throw readError("SXP4105", { name, reason });
}

type Kinded = Pick<ScorerConfig, "kind">;

/** Tests that a scorer, or a part of it, sends texts to a server. */
const asksServer = (spec: string, config: Config): boolean => someOf(spec, config, (scorer) => kindOf(scorer).sends);

/** Tests that a scorer, or a part of it, compares words: then it takes a language. A spec that names no scorer may be anything. */
export function comparesWords(spec: string, loaded: LoadedConfig | null): boolean {
  const config = loaded?.config ?? { scorers: {} };
  const isKnown = declaredScorer(config, spec) !== undefined || formOf(spec) !== null;
  return !isKnown || someOf(spec, config, ({ kind }) => kind === "lexical");
}

function someOf(
  spec: string,
  config: Config,
  holds: (scorer: Kinded) => boolean,
  through: readonly string[] = [],
): boolean {
  if (through.includes(spec)) return false;
  const scorer = declaredScorer(config, spec) ?? formOf(spec);
  if (scorer === null) return false;
  const parts = "rest" in scorer ? [] : partsOf(scorer);
  return holds(scorer) || parts.some((part) => someOf(part, config, holds, [...through, spec]));
}

/** Makes scorers; one that several others are made of is made once. */
function maker(resolving: ResolveOptions) {
  const { config: loaded, cache: given, environment, folder: current, language } = resolving;
  const config: Config = loaded?.config ?? { scorers: {} };
  const derived = config.cache?.enabled === false ? null : userDerived();
  const cache = given === undefined && derived !== null ? derivedScores(derived) : (given ?? null);
  const scorersByName = new Map<string, Promise<Scorer>>();
  /** Folder of the model with the name on this machine. A name takes precedence over a folder: write the folder as `./NAME`. */
  const models = modelsHome(environment ?? process.env, current);
  const modelFolder = async (name: string) => (await findModel(models, name).catch(() => null))?.folder;

  const make = async (spec: string, described: ScorerConfig | null, folder: string): Promise<Scorer> => {
    if (described === null) throw readError("SXP4103", unknownScorer(spec, Object.keys(config.scorers)));
    const { kind: _, ...options } = described;
    const { paths, parts, chunk, make } = kindOf(described);
    const placed = Object.entries(options).map(async ([name, value]: [string, unknown]) => {
      const model = paths[name] === "model" ? await modelFolder(String(value)) : undefined;
      return [name, paths[name] === undefined ? value : (model ?? resolve(folder, String(value)))];
    });
    const resolved = Object.fromEntries(await Promise.all(placed));
    if (described.kind === "lexical" && language !== undefined) resolved.language = language;
    const scorer = await make(resolved, { part: (name) => scorerOf(name, folder), environment, models });
    if (derived !== null && given === undefined && scorer.keptIn !== undefined)
      return scorer.keptIn(async () => derived);
    if (cache === null || parts.length > 0) return scorer;
    const pairs = chunk(resolved);
    return cachedScorer(scorer, cache, pairs === null ? {} : { chunk: pairs });
  };
  const scorerOf = (spec: string, folder: string): Promise<Scorer> => {
    const declared = declaredScorer(config, spec);
    const base = declared ? loaded!.folder : folder;
    const key = `${base}\n${spec}`;
    return getOrMake(scorersByName, key, () => named(spec, async () => make(spec, declared ?? readForm(spec), base)));
  };
  return scorerOf;
}

/** Whatever keeps a scorer from being made, with its name. */
async function named(spec: string, make: () => Promise<Scorer>): Promise<Scorer> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof SemanticXPathError && /^SXP4(?:07|080|1)/.test(error.code)) throw error;
    throw readError("SXP4105", { name: shownSpec(spec), reason: reasonOf(error) });
  }
}

/** A spec as it may be shown: an address may hold a secret. */
function shownSpec(spec: string): string {
  const form = formOf(spec);
  return form !== null && kindOf(form).sends ? `${form.kind}:…` : spec;
}

function reasonOf(error: unknown): string {
  if (error instanceof SemanticXPathError) return error.diagnostic.message;
  const { code, path } = error as NodeJS.ErrnoException;
  const problem = fileProblem(error);
  return code === undefined || path === undefined ? problem : `${JSON.stringify(path)} can't be read: ${problem}.`;
}
