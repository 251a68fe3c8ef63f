import { encodeSegment, fileName, folderOf } from "../workspace/uris.js";

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
export function versionUri({ memory, task, version, file }: VersionPlace): string {
  const folder = memory.replace(/^file:\/\//, "").replace(/\/$/, "");
  return `${SCHEME}${folder}/${encodeSegment(`${task}@${version}.${file}`)}`;
}

/** The version that a URI names; null: it names none. */
export function versionAt(uri: string): VersionPlace | null {
  if (!uri.startsWith(SCHEME)) return null;
  const [, task, version, file] = /^(.+)@(\d{1,9})\.(xml|json|schema\.json)$/s.exec(fileName(uri)) ?? [];
  if (task === undefined) return null;
  const folder = folderOf(uri).slice(SCHEME.length, -1).replace(/^\/\//, "");
  return { memory: `file://${folder}`, task, version: Number(version), file: file as VersionPlace["file"] };
}
