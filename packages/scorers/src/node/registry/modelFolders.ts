import type { Environment } from "../../http/secret.js";
import type { LoadedConfig, ScorerConfig } from "../config/config.js";
import { modelsHome } from "../models/home.js";
import { findModel } from "../models/library.js";

/** Where models of this machine are looked for by name. */
export interface ModelPlace {
  readonly environment: Environment;
  readonly folder: string;
}

/**
 * `embedding:NAME` with the folder of the model that has the name on this machine; everything else as it stands. A name goes before a
 * folder: what is called `./NAME` is a folder.
 */
export async function withModelFolder(spec: string, place: ModelPlace): Promise<string> {
  const [, kind, name] = /^(embedding|entailment):(.+)$/s.exec(spec) ?? [];
  return name === undefined ? spec : `${kind}:${await folderOf(name, place)}`;
}

/** The same for every scorer of a configuration. */
export async function withModelFolders(loaded: LoadedConfig, place: ModelPlace): Promise<LoadedConfig> {
  const { scorers, defaultScorer } = loaded.config;
  const entries = Object.entries(scorers).map(async ([name, scorer]) => [name, await resolved(scorer, place)] as const);
  return {
    ...loaded,
    config: {
      ...loaded.config,
      scorers: Object.fromEntries(await Promise.all(entries)),
      ...(defaultScorer !== undefined && { defaultScorer: await withModelFolder(defaultScorer, place) }),
    },
  };
}

async function resolved(scorer: ScorerConfig, place: ModelPlace): Promise<ScorerConfig> {
  const named = (spec: string): Promise<string> => withModelFolder(spec, place);
  switch (scorer.kind) {
    case "embedding":
    case "entailment":
      return { ...scorer, model: await folderOf(scorer.model, place) };
    case "fused":
      return { ...scorer, of: await Promise.all(scorer.of.map(named)) };
    case "cascade":
      return { ...scorer, cheap: await named(scorer.cheap), expensive: await named(scorer.expensive) };
    default:
      return scorer;
  }
}

const folderOf = async (model: string, { environment, folder }: ModelPlace): Promise<string> =>
  (await findModel(modelsHome(environment, folder), model).catch(() => null))?.folder ?? model;
