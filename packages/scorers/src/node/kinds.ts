import type { ChatJudgeOptions } from "../http/chatJudge.js";
import type { EmbeddingsApiOptions } from "../http/embeddings.js";
import { endpointOf } from "../http/endpoint.js";
import { RERANK, type RerankApiOptions } from "../http/rerank.js";
import type { Json } from "../json.js";
import type { Scorer } from "../scorer.js";
import { TARGETS } from "../targetCascade.js";
import * as is from "./config/rules.js";
import type { CascadeConfig, FileOptions, FusedConfig, Kind, LexicalConfig, Making, ModelOptions } from "./kind.js";
import type { EmbeddingScorerOptions } from "./onnx/embeddingScorer.js";
import type { EntailmentScorerOptions } from "./onnx/entailmentScorer.js";
import type { RerankScorerOptions } from "./onnx/rerankScorer.js";
import type { StaticScorerOptions } from "./onnx/staticScorer.js";
import { WINDOWS } from "./onnx/windows.js";

export { LANGUAGE_NAMES } from "@semantic-xpath/values";

/** The scorer that is there without being asked for. */
export async function embeddedScorer(
  making: Pick<Making, "environment"> & { readonly folder: string },
): Promise<Scorer> {
  const { modelsHome } = await import("./models/library.js");
  const models = modelsHome(making.environment ?? process.env, making.folder);
  const part = (name: string) => Promise.reject(new Error(name));
  return SCORER_KINDS.lexical.make({}, { ...making, models, part });
}

const API = {
  url: is.needed(is.address),
  model: is.needed(is.text),
  keyVariable: is.variable,
  ...is.REQUESTS,
};

const PREFIXED = { queryPrefix: is.anyText, passagePrefix: is.anyText, calibration: is.calibration };
const EMBEDDING = { ...is.VECTORS, ...PREFIXED };

const MODEL = {
  model: is.needed(is.text),
  file: is.text,
  maxTokens: is.whole(1),
  ...is.THREADS,
  ...WINDOWS,
};

const kind = <Options extends object>(row: Kind<Options>): Kind<Options> => row;

/** The answers of a scorer that stays on this machine and is made of no others. */
const LOCAL = { parts: [], sends: false, chunk: () => null } as const;
/** Traits of a scorer that calls a server. */
const REMOTE = { paths: {}, parts: [], sends: true } as const;
/** The answers of a scorer of several, which sends what they send and has its parts cached. */
const COMBINED = { form: null, paths: {}, sends: false, chunk: () => null } as const;

/** Every kind of scorer, in the order in which they are listed. Forms, configurations, resolving and the tools read this table. */
export const SCORER_KINDS = {
  lexical: kind<LexicalConfig>({
    ...LOCAL,
    form: {
      shown: "lexical",
      takesMore: true,
      summary: "compares words; no model, no network",
      read: lexicalIn,
    },
    options: {
      language: is.language,
      context: is.oneOf("schema", "off"),
    },
    paths: {},
    async make({ language: name, ...options }) {
      const { lexicalScorer } = await import("../lexical.js");
      // Without a name, the schema of a tree may say its language.
      if (name === undefined) return lexicalScorer(options);
      const { loadLanguage } = await import("../lexical/languages/snowball.js");
      return lexicalScorer({ ...options, language: await loadLanguage(name) });
    },
  }),
  recorded: kind<FileOptions & { readonly missing?: number }>({
    ...LOCAL,
    form: { shown: "recorded:FILE", summary: "replays the scores of a file", read: fileIn },
    options: { file: is.needed(is.text), missing: is.share },
    paths: { file: "file" },
    async make({ file, missing }) {
      return (await import("../recorded.js")).recordedScorer(await textOf(file), { missing });
    },
  }),
  embedding: kind<ModelOptions & EmbeddingScorerOptions>({
    ...LOCAL,
    form: { shown: "embedding:FOLDER", summary: "an embedding model on this machine", read: modelIn },
    options: {
      ...MODEL,
      ...EMBEDDING,
      pooling: is.oneOf("mean", "cls", "last", "max"),
      instruction: is.text,
    },
    paths: { model: "model" },
    make: async ({ model, ...options }) => (await import("./onnx/embeddingScorer.js")).embeddingScorer(model, options),
  }),
  entailment: kind<ModelOptions & EntailmentScorerOptions>({
    ...LOCAL,
    form: { shown: "entailment:FOLDER", summary: "an entailment model on this machine", read: modelIn },
    options: { ...MODEL, hypothesis: is.text, labels: is.texts },
    paths: { model: "model" },
    make: async ({ model, ...options }) =>
      (await import("./onnx/entailmentScorer.js")).entailmentScorer(model, options),
  }),
  static: kind<ModelOptions & StaticScorerOptions>({
    ...LOCAL,
    form: { shown: "static:FOLDER", summary: "a table of word vectors on this machine; no transformer", read: modelIn },
    options: {
      model: MODEL.model,
      maxTokens: is.whole(8),
      kept: is.VECTORS.kept,
      ...WINDOWS,
      ...PREFIXED,
    },
    paths: { model: "model" },
    make: async ({ model, ...options }) => (await import("./onnx/staticScorer.js")).staticScorer(model, options),
  }),
  rerank: kind<ModelOptions & RerankScorerOptions>({
    ...LOCAL,
    form: { shown: "rerank:FOLDER", summary: "a re-ranker on this machine", read: modelIn },
    options: { ...MODEL, calibration: is.calibration },
    paths: { model: "model" },
    make: async ({ model, ...options }) => (await import("./onnx/rerankScorer.js")).rerankScorer(model, options),
  }),
  openai: kind<Omit<EmbeddingsApiOptions, "environment">>({
    ...REMOTE,
    form: {
      shown: "openai:URL#MODEL",
      summary: "embeddings of a server",
      read: (rest) => serverIn(rest, "/embeddings"),
    },
    options: { ...API, ...EMBEDDING, ...is.BATCHES, dimensions: is.whole(1) },
    chunk: () => null,
    make: async (options, { environment }) =>
      (await import("../http/embeddings.js")).embeddingsApiScorer({ ...options, environment }),
  }),
  chat: kind<Omit<ChatJudgeOptions, "environment">>({
    ...REMOTE,
    form: {
      shown: "chat:URL#MODEL",
      summary: "a language model of a server as a judge",
      read: (rest) => serverIn(rest, "/chat/completions"),
    },
    options: { ...API, textsPerCall: is.whole(1), maxTokens: is.whole(1), extra: is.object },
    // Answers of a judge are slow and expensive, so few of them are at stake at a time.
    chunk: ({ concurrency = 4, textsPerCall = 50 }) => concurrency * textsPerCall,
    make: async (options, { environment }) =>
      (await import("../http/chatJudge.js")).chatJudgeScorer({ ...options, environment }),
  }),
  "rerank-server": kind<Omit<RerankApiOptions, "environment">>({
    ...REMOTE,
    form: {
      shown: "rerank-server:URL#MODEL",
      summary: "a re-ranker of a server",
      read: (rest) => serverIn(rest, "/rerank"),
    },
    options: { ...API, ...RERANK, calibration: is.calibration },
    // A few rounds of requests, so that a run that is cut short has kept most answers.
    chunk: ({ concurrency = 4, batchSize = 32 }) => 4 * concurrency * batchSize,
    make: async (options, { environment }) =>
      (await import("../http/rerank.js")).rerankApiScorer({ ...options, environment }),
  }),
  fused: kind<FusedConfig>({
    ...COMBINED,
    options: {
      of: is.needed(is.texts),
      method: is.oneOf("mean", "max", "product", "rank"),
      weights: is.weights,
      k: is.above0,
      population: is.texts,
    },
    parts: ["of"],
    async make({ of, population, ...options }, { part }) {
      const scorers = await Promise.all(of.map(part));
      const types = population && { population: { types: population } };
      return (await import("../fused.js")).fusedScorer(scorers, { ...options, ...types });
    },
  }),
  cascade: kind<CascadeConfig>({
    ...COMBINED,
    options: {
      cheap: is.needed(is.text),
      expensive: is.needed(is.text),
      cut: is.share,
      below: is.share,
      ...TARGETS,
      population: is.texts,
    },
    parts: ["cheap", "expensive"],
    async make({ cheap, expensive, cut, below, population, ...targets }, { part }) {
      const [first, second] = await Promise.all([part(cheap), part(expensive)]);
      const types = population && { population: { types: population } };
      const hasTargets = population !== undefined || Object.keys(targets).length > 0;
      return (await import("../cascade.js")).cascadeScorer(first, second, {
        ...(cut !== undefined && { approximate: { cut, below } }),
        ...(hasTargets && { targets: { ...targets, ...types } }),
      });
    },
  }),
};

type Kinds = typeof SCORER_KINDS;
type KindName = keyof Kinds;

/** A scorer by its kind. Files and folders are seen from the folder of the configuration. */
export type ScorerConfig = {
  [Name in KindName]: { readonly kind: Name } & Parameters<Kinds[Name]["make"]>[0];
}[KindName];

/** A way to name a scorer without a configuration. */
export interface ScorerForm {
  readonly name: string;
  readonly form: string;
  readonly summary: string;
}

/** In the order in which they are listed. */
export const SCORER_FORMS: readonly ScorerForm[] = Object.entries(SCORER_KINDS).flatMap(([name, { form }]) =>
  form === null ? [] : [{ name, form: form.shown, summary: form.summary }],
);

export const isKindName = (name: unknown): name is KindName =>
  typeof name === "string" && Object.hasOwn(SCORER_KINDS, name);

/** The row of a scorer, for what is the same with every kind. */
export const kindOf = ({ kind }: Pick<ScorerConfig, "kind">) => SCORER_KINDS[kind] as unknown as Kind<Json>;

/** The scorers that a scorer is made of, by name. */
export const partsOf = (scorer: ScorerConfig): readonly string[] =>
  kindOf(scorer).parts.flatMap((option) => (scorer as unknown as Record<string, string | readonly string[]>)[option]!);

/** The kind named by a form such as `recorded:FILE`, with the text after the colon; null for any other text. */
export function formOf(spec: string): { readonly kind: KindName; readonly rest: string } | null {
  const colon = spec.indexOf(":");
  const kind = colon < 0 ? spec : spec.slice(0, colon);
  const form = isKindName(kind) ? SCORER_KINDS[kind].form : null;
  if (!isKindName(kind) || form === null) return null;
  if (colon < 0 ? form.shown.includes(":") : !form.shown.includes(":") && form.takesMore === undefined) return null;
  return { kind, rest: colon < 0 ? "" : spec.slice(colon + 1) };
}

/**
 * The scorer that a form without configuration describes; null for what has no such form. Throws a RangeError for a form that lacks
 * something.
 */
export function readForm(spec: string): ScorerConfig | null {
  const form = formOf(spec);
  if (form === null) return null;
  const { read, shown } = SCORER_KINDS[form.kind].form!;
  const options = read(form.rest);
  if (options === null) throw new RangeError(`Write ${shown}.`);
  return { kind: form.kind, ...options } as ScorerConfig;
}

async function textOf(file: string): Promise<string> {
  const { readRegularFile } = await import("@semantic-xpath/readers/node");
  return new TextDecoder().decode(await readRegularFile(file));
}

/** Reads the argument of `lexical:`: a language, `context=…`, or both with a comma. */
function lexicalIn(rest: string): LexicalConfig | null {
  if (rest === "") return {};
  let config: LexicalConfig = {};
  for (const part of rest.split(",")) {
    const context = (["schema", "off"] as const).find((one) => part === `context=${one}`);
    const isLanguage = context === undefined;
    if (isLanguage && (part === "" || part.includes("="))) return null;
    config = { ...config, ...(context && { context }), ...(isLanguage && { language: part }) };
  }
  return config;
}

function fileIn(file: string): FileOptions | null {
  return file === "" ? null : { file };
}

function modelIn(model: string): ModelOptions | null {
  return model === "" ? null : { model };
}

/** The model is what follows the last `#`: names of models can have slashes and colons. */
function serverIn(rest: string, operation: Parameters<typeof endpointOf>[1]) {
  const hash = rest.lastIndexOf("#");
  if (hash <= 0 || hash === rest.length - 1) return null;
  const url = rest.slice(0, hash);
  endpointOf(url, operation);
  return { url, model: rest.slice(hash + 1) };
}
