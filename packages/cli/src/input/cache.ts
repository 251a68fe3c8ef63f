import { homedir } from "node:os";
import {
  cacheDirectory,
  configuredCacheDirectory,
  diskCache,
  type LoadedConfig,
  type ScoreCache,
} from "@semantic-xpath/runtime/node";
import type { Io } from "../io.js";
import type { World } from "../render/screen.js";
import { readProject } from "./project.js";

/** How often a scorer was really asked, and how often what it had said before was enough. */
export interface CacheUse {
  readonly calls: number;
  readonly pairs: number;
  readonly hits: number;
}

/** Scores that are kept, with what they saved in this run. */
export interface KeptScores extends ScoreCache {
  readonly use: CacheUse;
}

/** The folder for kept scores: what the environment says, else what the project says, else the user's own. */
export async function cacheFolder(io: World): Promise<string> {
  return folderFor(await readProject(io), io);
}

function folderFor(config: LoadedConfig | null, io: Io): string {
  const machine = { environment: io.env, platform: process.platform, home: io.env.HOME || homedir() };
  return configuredCacheDirectory(config, io.env) ?? cacheDirectory(machine);
}

/** The cache on disk, counted; null if the project wants none. */
export function keptScores(config: LoadedConfig | null, io: Io): KeptScores | null {
  const { enabled = true, maxBytes } = config?.config.cache ?? {};
  if (!enabled) return null;
  return counted(diskCache({ directory: folderFor(config, io), ...(maxBytes !== undefined && { maxBytes }) }));
}

/** A scorer is asked for what the cache does not have, and the answer put into it: so puts are calls. */
function counted(cache: ScoreCache): KeptScores {
  const use = { calls: 0, pairs: 0, hits: 0 };
  return {
    use,
    async get(scorer, condition, texts) {
      const scores = await cache.get(scorer, condition, texts);
      use.hits += scores.filter((score) => !Number.isNaN(score)).length;
      return scores;
    },
    set(scorer, condition, texts, scores) {
      use.calls++;
      use.pairs += texts.length;
      return cache.set(scorer, condition, texts, scores);
    },
  };
}
