import type { Mapping } from "./mapping/mapping.js";

/** Settings for reading a data file, from the configuration of its folder. */
export interface DataReading {
  readonly mapping: Mapping | null;
  /** The file of the schema for queries about it, a path or a URI as the host has them, of a shipped one `shippedSchemaUri`; null: none is named. */
  readonly schema: string | null;
  /** The files with the settings: a change of one makes them stale. */
  readonly sources: readonly string[];
  /** Reason why the file can't be read so. It is not read otherwise then, which would give wrong answers. */
  readonly problem: string | null;
}

const SHIPPED = "sxp-schema:";

/** Stands for a shipped schema where files have URIs. */
export const shippedSchemaUri = (name: string): string => SHIPPED + name;

/** The name of a shipped schema that a URI stands for; null: it is a file. */
export const shippedSchemaName = (uri: string): string | null =>
  uri.startsWith(SHIPPED) ? uri.slice(SHIPPED.length) : null;
