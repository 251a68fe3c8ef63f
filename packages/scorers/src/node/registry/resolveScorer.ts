import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ReadError, readError, SemanticXPathError } from "@semantic-xpath/tree";
import { cachedScorer } from "../../cache/cached.js";
import type { ScoreCache } from "../../cache/scoreCache.js";
import { cascadeScorer } from "../../cascade/cascade.js";
import { knownScorer } from "../../cascade/knownScorer.js";
import { fusedScorer } from "../../fused/fused.js";
import { chatJudgeScorer } from "../../http/chatJudge.js";
import { embeddingsApiScorer } from "../../http/embeddings.js";
import type { Environment } from "../../http/secret.js";
import { lexicalScorer } from "../../lexical.js";
import { recordedScorer } from "../../recorded.js";
import type { Scorer } from "../../scorer.js";
import { diskCache } from "../cache/diskCache.js";
import type { CascadeConfig, FusedConfig, LoadedConfig, ScorerConfig } from "../config/config.js";
import { unknownScorer } from "../config/references.js";
import { asksServer } from "./asksServer.js";
import { localModel } from "./localModels.js";
import { readSpec } from "./readSpec.js";

export interface ResolveOptions {
  /** Of `loadConfig`. null: there is none. */
  readonly config: LoadedConfig | null;
  /** What paths in the spec are relative to. Those in the configuration are relative to its own folder. */
  readonly folder: string;
  /** Where expensive scores are kept; null: nowhere. Default: on disk, as the configuration says. */
  readonly cache?: ScoreCache | null;
  /** Where keys are looked up. Default: the environment of the process. */
  readonly environment?: Environment;
}

/**
 * The scorer of a spec: a name of the configuration, or a form such as `lexical`, `recorded:FILE` or `chat:URL#MODEL` (see
 * `SCORER_FORMS`). A name of the configuration goes first. Without a spec it is the default of the configuration (`defaultOf`), else
 * `lexical`. Expensive scorers are cached.
 *
 * Rejects with a ReadError: SXP4103 for what is not known, SXP4105 where a scorer can't be made, the first error of a configuration
 * with errors.
 *
 * @example await resolveScorer("minilm", { config: await loadConfig("."), folder: "." })
 */
export async function resolveScorer(spec: string | undefined, options: ResolveOptions): Promise<Scorer> {
  const broken = options.config?.diagnostics.find(({ severity }) => severity === "error");
  if (broken !== undefined) throw new ReadError(broken);
  return new Resolution(options).scorer(spec ?? defaultOf(options.config), options.folder);
}

/**
 * The scorer of a configuration where nobody asked for one. It must not send anything: a configuration comes with a folder that
 * may be a stranger's, and a server scorer says which address gets the texts and which variable holds the key.
 *
 * @throws ReadError SXP4105 where the default asks a server
 */
export function defaultOf(config: LoadedConfig | null): string {
  const name = config?.config.defaultScorer ?? "lexical";
  if (config === null || !asksServer(name, config.config)) return name;
  const reason = "as the default of a configuration it would send texts to a server unasked. Name it with each run.";
  throw readError("SXP4105", { name, reason });
}

/** The folder for kept scores that a configuration asks for; undefined: the user's own. The environment goes first. */
export function configuredCacheDirectory(
  config: LoadedConfig | null,
  environment: Environment = process.env,
): string | undefined {
  const directory = config?.config.cache?.directory;
  if (environment.SXP_CACHE_DIR || config === null || directory === undefined) return undefined;
  return resolve(config.folder, directory);
}

/** One resolution: a scorer that several others are made of is made once. */
class Resolution {
  private readonly made = new Map<string, Promise<Scorer>>();
  private readonly cache: ScoreCache | null;

  constructor(private readonly options: ResolveOptions) {
    this.cache = options.cache === undefined ? configuredCache(options.config) : options.cache;
  }

  scorer(spec: string, folder: string): Promise<Scorer> {
    const { config } = this.options;
    const declared = config !== null && Object.hasOwn(config.config.scorers, spec) ? config.config.scorers[spec] : null;
    const base = declared ? config!.folder : folder;
    const key = `${base}\n${spec}`;
    const known = this.made.get(key) ?? this.make(spec, declared ?? null, base);
    this.made.set(key, known);
    return known;
  }

  private async make(spec: string, declared: ScorerConfig | null, folder: string): Promise<Scorer> {
    try {
      const described = declared ?? readSpec(spec);
      if (described === null) {
        const names = Object.keys(this.options.config?.config.scorers ?? {});
        throw readError("SXP4103", unknownScorer(spec, names));
      }
      const scorer = await this.build(described, folder);
      const isMadeOfOthers = described.kind === "fused" || described.kind === "cascade";
      return this.cache === null || isMadeOfOthers ? scorer : cachedScorer(scorer, this.cache, chunkOf(described));
    } catch (error) {
      if (error instanceof SemanticXPathError && error.code.startsWith("SXP41")) throw error;
      throw readError("SXP4105", { name: shownSpec(spec), reason: reasonOf(error) });
    }
  }

  private async build(described: ScorerConfig, folder: string): Promise<Scorer> {
    const { environment } = this.options;
    const keys = environment === undefined ? {} : { environment };
    switch (described.kind) {
      case "lexical":
        return lexicalScorer();
      case "recorded": {
        const { file, missing } = described;
        return recordedScorer(await readText(resolve(folder, file)), missing === undefined ? {} : { missing });
      }
      case "known":
        return knownScorer(await readText(resolve(folder, described.file)));
      case "embedding":
      case "entailment":
        return localModel(described, resolve(folder, described.model));
      case "openai":
        return embeddingsApiScorer({ ...described, ...keys });
      case "chat":
        return chatJudgeScorer({ ...described, ...keys });
      case "fused":
        return this.fused(described, folder);
      case "cascade":
        return this.cascade(described, folder);
    }
  }

  private async fused({ kind: _, of, population, ...options }: FusedConfig, folder: string): Promise<Scorer> {
    const scorers = await Promise.all(of.map((part) => this.scorer(part, folder)));
    return fusedScorer(scorers, { ...options, ...(population && { population: { types: population } }) });
  }

  private async cascade({ cheap, expensive, cut, below, measured }: CascadeConfig, folder: string): Promise<Scorer> {
    const [first, second] = await Promise.all([this.scorer(cheap, folder), this.scorer(expensive, folder)]);
    if (cut === undefined) return cascadeScorer(first, second);
    return cascadeScorer(first, second, {
      approximate: { cut, measured: measured ?? null, ...(below !== undefined && { below }) },
    });
  }
}

/** Answers of a judge are slow and expensive, so few of them are at stake at a time. */
function chunkOf(described: ScorerConfig): { readonly chunk?: number } {
  if (described.kind !== "chat") return {};
  const { concurrency = 4, textsPerCall = 1 } = described;
  return { chunk: 4 * concurrency * textsPerCall };
}

function configuredCache(config: LoadedConfig | null): ScoreCache | null {
  const { enabled = true, maxBytes } = config?.config.cache ?? {};
  if (!enabled) return null;
  const directory = configuredCacheDirectory(config);
  return diskCache({ ...(directory !== undefined && { directory }), ...(maxBytes !== undefined && { maxBytes }) });
}

const readText = (path: string): Promise<string> => readFile(path, "utf8");

/** A spec as it may be shown: of an address that it has, nothing behind the host's path. */
const shownSpec = (spec: string): string => spec.replace(/^(openai|chat):.*$/s, "$1:…");

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "access is denied",
};

function reasonOf(error: unknown): string {
  if (error instanceof SemanticXPathError) return error.diagnostic.message;
  const { code = "", path, message } = error as NodeJS.ErrnoException;
  if (code in FILE_PROBLEMS && path !== undefined)
    return `${JSON.stringify(path)} can't be read: ${FILE_PROBLEMS[code]}.`;
  return message ?? String(error);
}
