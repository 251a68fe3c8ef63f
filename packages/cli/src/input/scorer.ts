import { type Budget, type ReadLimits, type Scorer, SemanticXPathError } from "@semantic-xpath/runtime";
import type { LoadedConfig, UserDerived } from "@semantic-xpath/runtime/node";
import { embeddedScorer } from "@semantic-xpath/scorers/kinds";
import type { Io } from "../io.js";
import type { World } from "../render/screen.js";
import { EXIT, problem, usage } from "../stop.js";
import type { KeptScores } from "./cache.js";
import { readProject } from "./project.js";

export interface Scoring {
  readonly scorer: Scorer;
  /** As one would write it. */
  readonly name: string;
  /** Cache of the scores of an expensive scorer; null: none. */
  readonly kept: KeptScores | null;
  /** Opens the user's cache for what is derived from data; undefined: nothing is kept. */
  readonly derived: (() => Promise<UserDerived>) | undefined;
  readonly limits: Partial<ReadLimits & Budget>;
}

/** The options that choose a scorer. */
interface ScorerChoice {
  readonly scorer?: string | undefined;
  /** Language of the texts, for scorers that compare words. Absent: that of the configuration, else of the schema, else English. */
  readonly language?: string | undefined;
  /** Disables the cache of scores. */
  readonly "no-cache"?: boolean | undefined;
}

/**
 * The scorer that `--scorer` asks for, else the one of the project's configuration, else `lexical`. A configuration is data: it fetches
 * nothing and runs no code. If there is neither, what reads configurations and models is not loaded.
 */
export async function openScoring(choice: ScorerChoice, io: World): Promise<Scoring> {
  const config = await readProject(io);
  const { language } = choice;
  const request = choice.scorer ?? (config === null ? "lexical" : await defaultName(config));
  const name = request === "lexical" && language !== undefined ? `lexical:${language}` : request;
  const limits = config?.config.limits ?? {};
  const keeps = !choice["no-cache"] && config?.config.cache?.enabled !== false;
  let opened: UserDerived | undefined;
  const derived = keeps ? async () => (opened ??= (await import("./cache.js")).derivedOnDisk(io)) : undefined;
  if (config === null && name === "lexical") {
    const scorer = await embeddedScorer({ environment: io.env, folder: io.cwd });
    return { scorer: keptOnDisk(scorer, derived), name, kept: null, derived, limits };
  }
  const { keptScores } = await import("./cache.js");
  const kept = keeps ? keptScores(io) : null;
  const resolved = await resolve({ name, language, config, kept }, io);
  const scorer = keptOnDisk(resolved, derived);
  return { scorer, name, kept: scorer.cost === "expensive" ? kept : null, derived, limits };
}

/** A scorer with the user's cache for its index, which is opened when it is first needed. */
const keptOnDisk = (scorer: Scorer, derived: Scoring["derived"]): Scorer =>
  (derived && scorer.keptIn?.(derived)) ?? scorer;

async function defaultName(config: LoadedConfig): Promise<string> {
  const { defaultOf } = await import("@semantic-xpath/runtime/node");
  try {
    return defaultOf(config);
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    const name = config.config.defaultScorer!;
    throw problem(EXIT.scorer, `${lowerFirst(error.diagnostic.message)}\nTry: --scorer ${name}`);
  }
}

interface Resolving extends Pick<Scoring, "name" | "kept">, Pick<ScorerChoice, "language"> {
  readonly config: LoadedConfig | null;
}

async function resolve({ name, language, config, kept }: Resolving, io: Io): Promise<Scorer> {
  const { comparesWords, resolveScorer } = await import("@semantic-xpath/runtime/node");
  if (language !== undefined && !comparesWords(name, config))
    throw usage(`--language is of the scorer lexical, and this is ${name}.`);
  try {
    const about = { config, language, cache: kept };
    return await resolveScorer(name, { ...about, folder: io.cwd, environment: io.env });
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    const { code, message } = error.diagnostic;
    if (code === "SXP4103") throw usage(lowerFirst(message));
    const isOfFile = /^(?:recorded|known):/.test(name);
    throw problem(isOfFile ? EXIT.input : EXIT.scorer, lowerFirst(message));
  }
}

const lowerFirst = (sentence: string): string => sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
