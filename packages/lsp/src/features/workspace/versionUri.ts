import { encodeSegment, fileName, folderOf } from "./uris.js";

/** The scheme of versions as files: `sxp-memory:/home/ann/trips/trip@7.xml` is version 7 of a task in a memory on the disk. */
const SCHEME = "sxp-memory:";

/** A version of a task, or its schema, as a file. */
export interface VersionPlace {
  /** The URI of the memory's folder. */
  readonly memory: string;
  readonly task: string;
  readonly version: number;
  readonly file: "xml" | "json" | "schema.json";
}

/** The URI of a version's file. */
export const versionUri = ({ memory, task, version, file }: VersionPlace): string =>
  uriIn(memory, `${task}@${version}.${file}`);

/** The URI of a text that is the URI of the newest version of a task on `main`. */
export const newestUri = (memory: string, task: string): string => uriIn(memory, `${task}@newest`);

function uriIn(memory: string, name: string): string {
  const folder = memory.replace(/^file:\/\//, "").replace(/\/$/, "");
  return `${SCHEME}${folder}/${encodeSegment(name)}`;
}

/** The version that a URI names; null: it names none. */
export function versionAt(uri: string): VersionPlace | null {
  if (!uri.startsWith(SCHEME)) return null;
  const [, task, version, file] = /^(.+)@(\d{1,9})\.(xml|json|schema\.json)$/s.exec(fileName(uri)) ?? [];
  if (task === undefined) return null;
  return { memory: memoryOf(uri), task, version: Number(version), file: file as VersionPlace["file"] };
}

/** The task whose newest version a URI stands for; null: it stands for none. */
export function newestAt(uri: string): Pick<VersionPlace, "memory" | "task"> | null {
  const [, task] = uri.startsWith(SCHEME) ? (/^(.+)@newest$/s.exec(fileName(uri)) ?? []) : [];
  return task === undefined ? null : { memory: memoryOf(uri), task };
}

const memoryOf = (uri: string): string => `file://${folderOf(uri).slice(SCHEME.length, -1).replace(/^\/\//, "")}`;
