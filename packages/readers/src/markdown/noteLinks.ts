import { slugOf } from "./slugs.js";

/** The path without the ending of its name. */
export function documentId(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? path.slice(0, dot) : path;
}

/** The name of the note at a path, without its ending. */
export const nameOf = (path: string): string => documentId(path).slice(path.lastIndexOf("/") + 1);

/** An address that begins with a scheme or a host leads out of the notes. */
const EXTERNAL = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
export const isExternal = (href: string): boolean => EXTERNAL.test(href);

interface LinkTarget {
  /** The path or name of a note; empty: this one. */
  readonly note: string;
  /** The heading, or what an address calls it; null: the note as a whole. */
  readonly heading: string | null;
}

/** The parts of an address within the notes, or of a wiki link. Blocks (`#^…`) have no nodes of their own. */
export function linkTarget(href: string): LinkTarget {
  const plain = decoded(href);
  const hash = plain.indexOf("#");
  if (hash < 0) return { note: plain, heading: null };
  const heading = plain.slice(plain.lastIndexOf("#") + 1).trim();
  return { note: plain.slice(0, hash), heading: heading === "" || heading.startsWith("^") ? null : heading };
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** The id of a heading among those of a document: as an address writes it, or as a wiki link does. */
export function headingId(heading: string, prefix: string, isId: (id: string) => boolean): string | null {
  const ids = [prefix + heading, prefix + heading.toLowerCase(), prefix + slugOf(heading)];
  return ids.find(isId) ?? null;
}
