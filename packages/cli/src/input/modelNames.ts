import { findModel, type LoadedConfig, modelsHome, type ScorerConfig } from "@semantic-xpath/runtime/node";
import type { Io } from "../io.js";

type Named = (spec: string) => Promise<string>;

/**
 * `embedding:NAME` with the folder of the model that has the name here; everything else as it stands. A name goes before a folder: what
 * is called `./NAME` is a folder.
 */
export const withFolder =
  (io: Io): Named =>
  async (spec) => {
    const [, kind, name] = /^(embedding|entailment):(.+)$/s.exec(spec) ?? [];
    return name === undefined ? spec : `${kind}:${await folderOf(name, io)}`;
  };

/** The same for every scorer of a configuration. */
export async function withFolders(loaded: LoadedConfig, io: Io): Promise<LoadedConfig> {
  const named = withFolder(io);
  const { scorers, defaultScorer } = loaded.config;
  const entries = Object.entries(scorers).map(
    async ([name, scorer]) => [name, await resolved(scorer, named, io)] as const,
  );
  return {
    ...loaded,
    config: {
      ...loaded.config,
      scorers: Object.fromEntries(await Promise.all(entries)),
      ...(defaultScorer !== undefined && { defaultScorer: await named(defaultScorer) }),
    },
  };
}

async function resolved(scorer: ScorerConfig, named: Named, io: Io): Promise<ScorerConfig> {
  switch (scorer.kind) {
    case "embedding":
    case "entailment":
      return { ...scorer, model: await folderOf(scorer.model, io) };
    case "fused":
      return { ...scorer, of: await Promise.all(scorer.of.map(named)) };
    case "cascade":
      return { ...scorer, cheap: await named(scorer.cheap), dear: await named(scorer.dear) };
    default:
      return scorer;
  }
}

const folderOf = async (model: string, io: Io): Promise<string> =>
  (await findModel(modelsHome(io.env, io.cwd), model).catch(() => null))?.folder ?? model;
