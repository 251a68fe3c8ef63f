import { faultSentence, faultsOfValue } from "@semantic-xpath/planner";
import type * as z from "zod/mini";
import { type Matrix, readNpy, writeNpy } from "./npy.js";
import { pythonJson } from "./pythonJson.js";
import {
  asEpisode,
  asSemantic,
  asTheme,
  Episode,
  type EpisodeRecord,
  type FactNeighbourRecords,
  FactNeighbours,
  Semantic,
  type SemanticRecord,
  type ThemeFileRecord,
  ThemeRecord,
} from "./records.js";

/** The memory of one user in xMemory's files. */
export interface XMemoryFolder {
  /** The name before `_episodes.jsonl` and its like. */
  readonly user: string;
  readonly episodes: readonly EpisodeRecord[];
  readonly facts: readonly SemanticRecord[];
  readonly themes: readonly ThemeFileRecord[];
  readonly factNeighbours: FactNeighbourRecords;
  /** Vectors of the themes' summaries, a row a theme; null if there is no such file. */
  readonly summaries: Matrix | null;
}

/** Files by their paths below xMemory's storage folder, with `/` as separator. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** A line or file that is not a record of xMemory. */
export class XMemoryFileError extends Error {
  /** @param line counted from 1; null for the whole file */
  constructor(
    readonly path: string,
    readonly line: number | null,
    problem: string,
  ) {
    super(`${path}${line === null ? "" : `, line ${line}`}: ${problem}`);
    this.name = "XMemoryFileError";
  }
}

const paths = (user: string) => ({
  episodes: `episodes/${user}_episodes.jsonl`,
  facts: `semantic/${user}_semantic.jsonl`,
  themes: `themes/${user}_themes.jsonl`,
  themeIds: `themes/vector/${user}_theme_ids.json`,
  summaries: `themes/vector/${user}_embeddings.npy`,
  factNeighbours: `semantic_knn/${user}_semantic_knn.json`,
});

/** Users whose episodes, facts or themes are among `files`, sorted. */
export function xmemoryUsers(files: Files): string[] {
  const users = [...files.keys()].flatMap((path) => {
    const name = /^(?:episodes\/(.+)_episodes|semantic\/(.+)_semantic|themes\/(.+)_themes)\.jsonl$/.exec(path);
    return name === null ? [] : [(name[1] ?? name[2] ?? name[3])!];
  });
  return [...new Set(users)].sort();
}

/**
 * Reads the files of a user. A missing file has no records; blank lines and older spellings are read as xMemory reads them.
 * @throws XMemoryFileError with the path and the line of an invalid record
 */
export function readXMemory(files: Files, user: string): XMemoryFolder {
  const path = paths(user);
  const summaries = files.get(path.summaries);
  const neighbours = files.get(path.factNeighbours);
  return {
    user,
    episodes: readLines(files, path.episodes, Episode, asEpisode),
    facts: readLines(files, path.facts, Semantic, asSemantic),
    themes: readLines(files, path.themes, ThemeRecord, asTheme),
    factNeighbours:
      neighbours === undefined ? {} : readJson(path.factNeighbours, null, decode(neighbours), FactNeighbours),
    summaries: summaries === undefined ? null : readMatrix(path.summaries, summaries),
  };
}

/** Writes the files of a user as xMemory writes them. What `readXMemory` gives is written back byte for byte. */
export function writeXMemory({
  user,
  episodes,
  facts,
  themes,
  factNeighbours,
  summaries,
}: XMemoryFolder): Map<string, Uint8Array> {
  const path = paths(user);
  const files = new Map([
    [path.episodes, lines(episodes)],
    [path.facts, lines(facts)],
    [path.themes, lines(themes)],
    [path.themeIds, encode(pythonJson(themes.map(({ theme_id }) => theme_id)))],
    [path.factNeighbours, encode(pythonJson(factNeighbours, 2))],
  ]);
  if (summaries !== null) files.set(path.summaries, writeNpy(summaries));
  return files;
}

function readLines<T>(
  files: Files,
  path: string,
  shape: z.ZodMiniType<T>,
  normalise: (record: Record<string, unknown>) => Record<string, unknown>,
): T[] {
  const bytes = files.get(path);
  if (bytes === undefined) return [];
  return decode(bytes)
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [readJson(path, index + 1, line, shape, normalise)]));
}

function readJson<T>(
  path: string,
  line: number | null,
  text: string,
  shape: z.ZodMiniType<T>,
  normalise = (record: Record<string, unknown>) => record,
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new XMemoryFileError(path, line, "not JSON");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new XMemoryFileError(path, line, "expected an object");
  }
  const record = normalise(value as Record<string, unknown>);
  const [fault] = faultsOfValue(record, shape, "record");
  // The record itself keeps the order of its members, which a parsed copy does not.
  if (fault === undefined) return record as T;
  throw new XMemoryFileError(path, line, `"${fault.where}" ${faultSentence(fault)}`);
}

function readMatrix(path: string, bytes: Uint8Array): Matrix {
  try {
    return readNpy(bytes);
  } catch (error) {
    throw new XMemoryFileError(path, null, (error as RangeError).message);
  }
}

const lines = (records: readonly unknown[]): Uint8Array =>
  encode(records.map((record) => `${pythonJson(record)}\n`).join(""));
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
