import type { Memento } from "vscode";

/** Choices of a query, so that they need not be repeated. */
export interface QueryChoice {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly limit?: number;
  readonly minScore?: number;
  readonly scorer?: string;
}

/** The data and schema of a file that imports none. */
interface FileChoice {
  readonly data?: string | undefined;
  readonly schema?: string | undefined;
}

/** Remembered choices of this workspace. */
export interface Choices {
  query(key: string): QueryChoice;
  setQuery(key: string, choice: QueryChoice): Promise<void>;
  files(): Readonly<Record<string, FileChoice>>;
  setFile(uri: string, choice: FileChoice): Promise<void>;
  /** Copies the choices of a file to another one. */
  copy(from: string, to: string): Promise<void>;
  /** A file has another name now, or is gone: null. */
  move(from: string, to: string | null): Promise<void>;
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
  const rewrite = async (keysFor: (key: string) => readonly string[], uri: string): Promise<void> => {
    for (const name of [FILES, QUERIES]) {
      const isOf = (key: string): boolean => key === uri || key.startsWith(`${uri}#`);
      const entries = Object.entries(all<unknown>(name));
      const moved = entries.flatMap(([key, value]) => (isOf(key) ? keysFor(key) : [key]).map((to) => [to, value]));
      await memento.update(name, Object.fromEntries(moved));
    }
  };
  return {
    query: (key) => all<QueryChoice>(QUERIES)[key] ?? {},
    setQuery: (key, choice) => set(QUERIES, key, choice),
    files: () => all<FileChoice>(FILES),
    setFile: (uri, choice) => set(FILES, uri, { ...all<FileChoice>(FILES)[uri], ...choice }),
    async copy(from, to) {
      await rewrite((key) => [key, `${to}${key.slice(from.length)}`], from);
    },
    async move(from, to) {
      await rewrite((key) => (to === null ? [] : [`${to}${key.slice(from.length)}`]), from);
    },
  };
}

/** A query by its file and name: the bare query of a file has none. */
export const queryKey = (uri: string, name: string | null): string => `${uri}#${name ?? ""}`;
