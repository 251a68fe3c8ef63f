/**
 * What the language service needs from outside. All answers are at once: a host that reads asynchronously says `undefined` for
 * what it has not read yet, starts reading, and asks again for what depends on it when it has.
 */
export interface LanguageHost {
  /** The present text of a file (of an open one, as in the editor); null: there is none; undefined: not read yet. */
  readText(uri: string): string | null | undefined;
  /** The query and script files of the workspace, open ones included, for everything that looks across files. */
  files(): readonly string[];
  /** Names in a folder, folders with a slash at the end, for paths in imports. Empty where nothing is known yet. */
  list(folder: string): readonly string[];
  /** Told of every failure inside a feature, which then answers with nothing. */
  onPanic?(feature: string, error: unknown): void;
}

/** What the user may set. */
export interface Settings {
  /** False: no data is read, nothing is run; only text and schemas are looked at. */
  readonly trusted: boolean;
  /** Matches and best weight behind each step. */
  readonly inlayHints: boolean;
  /** Pairs of text and condition from which on a query gets a cost hint. */
  readonly maxScorerPairs: number;
  /** URIs of the schema and data of queries that import none. */
  readonly schema: string | null;
  readonly data: string | null;
  /** URI of the folder that has `docs/`, with a slash at the end; links of diagnostics lead there. null: no links. */
  readonly documentation: string | null;
}

export const DEFAULT_SETTINGS: Settings = {
  trusted: true,
  inlayHints: true,
  maxScorerPairs: 20_000,
  schema: null,
  data: null,
  documentation: null,
};

/** UTF-16 units of a data file beyond which the features do not look into it. */
export const DATA_LIMIT = 32 * 1024 * 1024;
