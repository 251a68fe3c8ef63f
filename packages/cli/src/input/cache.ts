import { homedir } from "node:os";
import {
  cacheDirectory,
  derivedScores,
  type ScoreCache,
  type UserDerived,
  userDerived,
} from "@semantic-xpath/runtime/node";
import type { Io } from "../io.js";
import type { CacheUse } from "../render/results.js";

/** Scores that are kept, with what they saved in this run. */
export interface KeptScores extends ScoreCache {
  readonly use: CacheUse;
}

/**
 * The folder for kept scores: the one that the environment names, else the user's own. No project has a say: its folder may be a
 * stranger's, with scores that are forged.
 */
export const cacheFolder = ({ env }: Io): string =>
  cacheDirectory({ environment: env, platform: process.platform, home: env.HOME || homedir() });

/** Derived data of data files, in the same folder. */
export const derivedOnDisk = (io: Io): UserDerived => userDerived({ directory: cacheFolder(io) });

/** The scores on disk, counted. A scorer is asked for what it does not have, and the answer put into it: so puts are calls. */
export function keptScores(io: Io): KeptScores {
  const cache = derivedScores(derivedOnDisk(io));
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
