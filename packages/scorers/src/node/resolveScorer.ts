import { resolve } from "node:path";
import { fileProblem } from "@semantic-xpath/readers/node";
import { ReadError, readError, SemanticXPathError } from "@semantic-xpath/tree";
import { cachedScorer, type ScoreCache } from "../cache.js";
import type { Environment } from "../http/secret.js";
import type { Scorer } from "../scorer.js";
import { diskCache } from "./cache/diskCache.js";
import type { Config, LoadedConfig } from "./config/config.js";
import { declaredScorer, unknownScorer } from "./config/readConfig.js";
import { formOf, kindOf, partsOf, readForm, type ScorerConfig } from "./kinds.js";
import { findModel, modelsHome } from "./models/library.js";

export interface ResolveOptions {
  /** Of `loadConfig`. null: there is none. */
  readonly config: LoadedConfig | null;
  /** What paths in the spec are relative to. Those in the configuration are relative to its own folder. */
  readonly folder: string;
  /** Where expensive scores are kept; null: nowhere. Default: on disk in `cacheDirectory()`, unless the configuration wants none. */
  readonly cache?: ScoreCache | null;
  /** Where keys are looked up, and where models live. Default: the environment of the process. */
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
  return new Resolution(options).scorer(spec ?? defaultOf(options.config), options.folder);
}

/**
 * The scorer of a configuration where nobody asked for one. It must not send anything: a configuration comes with a folder that
 * may be a stranger's, and a server scorer says which address gets the texts and which variable holds the key.
 *
 * @throws ReadError SXP4105 if the default asks a server
 */
export function defaultOf(config: LoadedConfig | null): string {
  const name = config?.config.defaultScorer ?? "lexical";
  if (config === null || !asksServer(name, config.config)) return name;
  const reason = "as the default of a configuration it would send texts to a server unasked. Name it with each run.";
  throw readError("SXP4105", { name, reason });
}

/** Whether a scorer, or one that it is made of, sends texts to a server. */
function asksServer(spec: string, config: Config, through: readonly string[] = []): boolean {
  if (through.includes(spec)) return false;
  const scorer = declaredScorer(config, spec) ?? formOf(spec);
  if (scorer === null) return false;
  const parts = "rest" in scorer ? [] : partsOf(scorer);
  return kindOf(scorer).sends || parts.some((part) => asksServer(part, config, [...through, spec]));
}

/** One resolution: a scorer that several others are made of is made once. */
class Resolution {
  private readonly made = new Map<string, Promise<Scorer>>();
  private readonly cache: ScoreCache | null;

  constructor(private readonly options: ResolveOptions) {
    const { cache, config } = options;
    this.cache = cache === undefined && config?.config.cache?.enabled !== false ? diskCache() : (cache ?? null);
  }

  scorer(spec: string, folder: string): Promise<Scorer> {
    const { config } = this.options;
    const declared = config === null ? undefined : declaredScorer(config.config, spec);
    const base = declared ? config!.folder : folder;
    const key = `${base}\n${spec}`;
    const known = this.made.get(key) ?? this.make(spec, declared, base);
    this.made.set(key, known);
    return known;
  }

  private async make(spec: string, declared: ScorerConfig | undefined, folder: string): Promise<Scorer> {
    try {
      const described = declared ?? readForm(spec);
      if (described === null) {
        const names = Object.keys(this.options.config?.config.scorers ?? {});
        throw readError("SXP4103", unknownScorer(spec, names));
      }
      const { kind: _, ...given } = described;
      const { paths, parts, chunk, make } = kindOf(described);
      const placed = Object.entries(given).map(async ([name, value]: [string, unknown]) => {
        const model = paths[name] === "model" ? await this.modelFolder(String(value)) : null;
        return [name, paths[name] === undefined ? value : (model ?? resolve(folder, String(value)))];
      });
      const options = Object.fromEntries(await Promise.all(placed));
      const { environment } = this.options;
      const part = (name: string) => this.scorer(name, folder);
      const scorer = await make(options, { part, environment });
      if (this.cache === null || parts.length > 0) return scorer;
      const pairs = chunk(options);
      return cachedScorer(scorer, this.cache, pairs === null ? {} : { chunk: pairs });
    } catch (error) {
      if (error instanceof SemanticXPathError && error.code.startsWith("SXP41")) throw error;
      throw readError("SXP4105", { name: shownSpec(spec), reason: reasonOf(error) });
    }
  }

  /** Of the model that has the name on this machine. A name goes before a folder: what is called `./NAME` is a folder. */
  private async modelFolder(name: string): Promise<string | null> {
    const { environment = process.env, folder } = this.options;
    const model = await findModel(modelsHome(environment, folder), name).catch(() => null);
    return model?.folder ?? null;
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
