import { DEFAULT_SETTINGS, type Settings } from "../features/host.js";
import { resolveUri, withSlash } from "../features/workspace/uris.js";

/**
 * Settings that a client does not send keep their value, as do those of a wrong type; paths are relative to the first folder, those of
 * a folder to itself.
 */
export function readSettings(
  settings: Partial<Settings>,
  [first]: Iterable<string>,
  warn: (words: string) => void,
): Partial<Settings> {
  const ofFolders = Object.entries(settings.folders ?? {}).map(([folder, own]) => [
    folder,
    readPaths(own, folder, warn),
  ]);
  return {
    ...readPaths(settings, first, warn),
    ...("folders" in settings && { folders: Object.fromEntries(ofFolders) as Settings["folders"] }),
  };
}

/** Settings that may be null, for none. */
const NULLABLE: readonly string[] = ["schema", "data", "scorer", "limit"] satisfies readonly (keyof Settings)[];

function readPaths<T extends Partial<Settings>>(
  settings: T,
  folder: string | undefined,
  warn: (words: string) => void,
): Partial<T> {
  const given = Object.entries(settings).filter(([name, value]) => {
    if (!Object.hasOwn(DEFAULT_SETTINGS, name) || value === undefined) return false;
    if (value === null) return NULLABLE.includes(name);
    const wanted = typeof (DEFAULT_SETTINGS[name as keyof Settings] ?? "");
    if (typeof value === wanted) return true;
    warn(`The setting "sxp.${name}" must be a ${wanted}, not ${JSON.stringify(value)}.`);
    return false;
  });
  const read = Object.fromEntries(given) as Partial<T>;
  const place = (path: string | null | undefined): string | null => {
    if (!path) return null;
    if (/^[a-z][a-z\d+.-]+:/i.test(path)) return path;
    return folder === undefined ? null : resolveUri(path, withSlash(folder));
  };
  return {
    ...read,
    ...("schema" in read && { schema: place(read.schema) }),
    ...("data" in read && { data: place(read.data) }),
    ...("scorer" in read && { scorer: read.scorer === "" ? null : read.scorer }),
  };
}
