import type { Environment } from "../http/secret.js";
import type { LoadedConfig } from "./config/config.js";
import { formOf, kindOf, type ScorerConfig } from "./kinds.js";
import { findModel, modelsHome } from "./models/library.js";

/** Where models of this machine are looked for by name. */
export interface ModelPlace {
  readonly environment: Environment;
  readonly folder: string;
}

/**
 * `embedding:NAME` with the folder of the model that has the name on this machine; everything else as it is. A name goes before a
 * folder: what is called `./NAME` is a folder.
 */
export async function withModelFolder(spec: string, place: ModelPlace): Promise<string> {
  const { kind, rest = "" } = formOf(spec) ?? {};
  if (kind === undefined || rest === "" || !Object.values(kindOf({ kind }).paths).includes("model")) return spec;
  return `${kind}:${await folderOf(rest, place)}`;
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

/** The scorer with folders for names of models, its own and those in its parts. */
async function resolved(scorer: ScorerConfig, place: ModelPlace): Promise<ScorerConfig> {
  const { paths, parts } = kindOf(scorer);
  const options = Object.entries(scorer).map(async ([option, value]: [string, unknown]) => {
    if (paths[option] === "model") return [option, await folderOf(value as string, place)];
    if (!parts.includes(option)) return [option, value];
    const named = (spec: string): Promise<string> => withModelFolder(spec, place);
    return [option, await (Array.isArray(value) ? Promise.all(value.map(named)) : named(value as string))];
  });
  return Object.fromEntries(await Promise.all(options));
}

const folderOf = async (model: string, { environment, folder }: ModelPlace): Promise<string> =>
  (await findModel(modelsHome(environment, folder), model).catch(() => null))?.folder ?? model;
