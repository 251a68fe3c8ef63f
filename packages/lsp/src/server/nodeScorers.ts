import { dirname } from "node:path";
import { type Scorer, SemanticXPathError } from "@semantic-xpath/runtime";
import type { LoadedConfig } from "@semantic-xpath/runtime/node";
import type { OpenedScorer, ScorerProvider, SpecSource } from "../features/host.js";
import { isInFolder } from "../features/workspace/uris.js";
import { pathOf } from "./pathOf.js";

/** Expensive scorers that stay open: making one may read a model of many megabytes. */
const MAX_OPEN = 4;

/**
 * Scorers as the command line finds them: a name of the nearest `sxp.config.json` at the query's file or above, else a form such as
 * `recorded:FILE` with paths from the workspace folder. A configuration is data: it fetches nothing, runs no code, and its default
 * may not be one that sends texts to a server. What reads configurations and models is loaded when first needed.
 */
export function nodeScorers(folders: () => readonly string[]): ScorerProvider {
  const open = new Map<string, Scorer>();

  return {
    async open(given, uri, source) {
      try {
        return await find(given, source, folderOf(uri, folders()), placeOf(uri, folders()));
      } catch (error) {
        if (error instanceof SemanticXPathError) return { problem: error.diagnostic.message };
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
  };

  /** `near`: where a configuration is looked for; `base`: what paths are relative to. */
  async function find(
    given: string | null,
    source: SpecSource | undefined,
    near: string | null,
    base: string | null,
  ): Promise<OpenedScorer> {
    const node = await import("@semantic-xpath/runtime/node");
    const config = near === null ? null : await node.loadConfig(near);
    const name = given === null ? node.defaultOf(config) : source === "file" ? ofFile(given, config, node) : given;
    const folder = base ?? process.cwd();
    const key = JSON.stringify([name, folder, config?.path, config?.text]);
    const scorer = open.get(key) ?? (await node.resolveScorer(name, { config, folder }));
    keep(key, scorer);
    return { problem: null, scorer, name, budget: config?.config.limits ?? {} };
  }

  /** A scorer that a file names counts as the default of the configuration. */
  function ofFile(
    name: string,
    config: LoadedConfig | null,
    { defaultOf }: typeof import("@semantic-xpath/runtime/node"),
  ) {
    const loaded = config ?? { path: "", folder: "", text: "", config: { scorers: {} }, diagnostics: [] };
    return defaultOf({ ...loaded, config: { ...loaded.config, defaultScorer: name } });
  }

  /** Cheap scorers are made again each time, so that a changed file of recorded scores is read again. */
  function keep(key: string, scorer: Scorer): void {
    if (scorer.cost !== "expensive") return;
    open.delete(key);
    open.set(key, scorer);
    const [oldest] = open.keys();
    if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest);
  }
}

/** The folder of a file of this machine; for any other, the first workspace folder. */
function folderOf(uri: string, folders: readonly string[]): string | null {
  const path = pathOf(uri);
  return path === null ? placeOf(uri, folders) : dirname(path);
}

/** The workspace folder that a file is in, else the first one, else the file's own. */
function placeOf(uri: string, folders: readonly string[]): string | null {
  const around = folders.find((folder) => isInFolder(uri, folder)) ?? folders[0];
  if (around !== undefined) return pathOf(around);
  const path = pathOf(uri);
  return path === null ? null : dirname(path);
}
