import type { Memento } from "vscode";

/** What was chosen for a query, so that it need not be chosen again. */
export interface QueryChoice {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly limit?: number;
  readonly minScore?: number;
  readonly scorer?: string;
}

/** The data and schema of a file that imports none. */
export interface FileChoice {
  readonly data?: string | undefined;
  readonly schema?: string | undefined;
}

/** Remembered choices of this workspace. */
export interface Choices {
  query(key: string): QueryChoice;
  setQuery(key: string, choice: QueryChoice): Promise<void>;
  files(): Readonly<Record<string, FileChoice>>;
  setFile(uri: string, choice: FileChoice): Promise<void>;
}

const QUERIES = "sxp.queries";
const FILES = "sxp.files";
/** The oldest go first. */
const MOST = 500;

export function rememberedChoices(memento: Memento): Choices {
  const all = <T>(name: string): Readonly<Record<string, T>> => memento.get(name) ?? {};
  const set = async <T>(name: string, key: string, value: T): Promise<void> => {
    const { [key]: _, ...others } = all<T>(name);
    await memento.update(name, Object.fromEntries([...Object.entries(others), [key, value]].slice(-MOST)));
  };
  return {
    query: (key) => all<QueryChoice>(QUERIES)[key] ?? {},
    setQuery: (key, choice) => set(QUERIES, key, choice),
    files: () => all<FileChoice>(FILES),
    setFile: (uri, choice) => set(FILES, uri, { ...all<FileChoice>(FILES)[uri], ...choice }),
  };
}

/** A query by its file and name: the bare query of a file has none. */
export const queryKey = (uri: string, name: string | null): string => `${uri}#${name ?? ""}`;
