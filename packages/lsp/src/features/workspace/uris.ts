import { remember } from "../kept.js";

/** The URI that a path in a file means, null if the file has no place (an unsaved one) or the path is not a path. */
export const resolveUri = (path: string, from: string): string | null =>
  remember(resolved, `${from}\n${path}`, () => resolveAnew(path, from));

const resolved = new Map<string, string | null>();

function resolveAnew(path: string, from: string): string | null {
  if (path.trim() === "") return null;
  try {
    return new URL(path.replaceAll("\\", "/").split("/").map(encodeSegment).join("/"), from).href;
  } catch {
    return null;
  }
}

/** As editors write it: more is encoded than a URI needs, and the same file has one URI. */
export const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%3A", ":");

/** A folder as what paths are relative to. */
export const withSlash = (folder: string): string => (folder.endsWith("/") ? folder : `${folder}/`);

/** Tests that a file is in a folder, whose URI may end with a slash. */
export const isInFolder = (uri: string, folder: string): boolean => uri.startsWith(withSlash(folder));

/** The folder of a file, slash included. */
export const folderOf = (uri: string): string => uri.slice(0, uri.lastIndexOf("/") + 1);

/** The path of a file below a folder, as people write it; of one outside of it the name. */
export function nameBelow(uri: string, folder: string): string {
  const base = withSlash(folder);
  if (!uri.startsWith(base)) return fileName(uri);
  return uri.slice(base.length).split("/").map(fileName).join("/");
}

/** The file at a path below a folder. */
export const uriBelow = (path: string, folder: string): string =>
  withSlash(folder) + path.split("/").map(encodeSegment).join("/");

/** The last part of a URI, as people write it. */
export function fileName(uri: string): string {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
