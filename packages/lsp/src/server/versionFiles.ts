import type { MemoryProvider } from "../features/host.js";
import { textOfVersion } from "../features/memory/reading.js";
import { versionAt, versionUri } from "../features/workspace/versionUri.js";
import type { FileSystem } from "./fileSystem.js";

/** Files, and versions of memories as files with their schemas. `isTrusted`: whether memories may be opened. */
export const withVersions = (files: FileSystem, memories: MemoryProvider, isTrusted: () => boolean): FileSystem => ({
  ...files,
  async read(uri) {
    if (!uri.startsWith("sxp-memory:")) return files.read(uri);
    return isTrusted() ? textOfVersion(memories, uri) : null;
  },
  list: async (uri) => (uri.startsWith("sxp-memory:") ? [] : files.list(uri)),
  async dataReading(uri) {
    const place = versionAt(uri);
    if (place === null) return (await files.dataReading?.(uri)) ?? null;
    const schema = versionUri({ ...place, file: "schema.json" });
    const hasSchema = isTrusted() && (await textOfVersion(memories, schema)) !== null;
    return { mapping: null, schema: hasSchema ? schema : null, sources: [], problem: null };
  },
});
