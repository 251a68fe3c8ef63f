import type { Mapping } from "./mapping/mapping.js";

/** How a data file is to be read, as the configuration of its folder says. */
export interface DataReading {
  readonly mapping: Mapping | null;
  /** The file of the schema for queries about it, a path or a URI as the host has them, of a shipped one `shippedSchemaUri`; null: none is named. */
  readonly schema: string | null;
  /** The files that say so, the same: when one changes, this is old. */
  readonly sources: readonly string[];
  /** A sentence that says why the file can't be read so. It is not read otherwise then: that would answer wrongly. */
  readonly problem: string | null;
}

const SHIPPED = "sxp-schema:";

/** Stands for a shipped schema where files have URIs. */
export const shippedSchemaUri = (name: string): string => SHIPPED + name;

/** The name of a shipped schema that a URI stands for; null: it is a file. */
export const shippedSchemaName = (uri: string): string | null =>
  uri.startsWith(SHIPPED) ? uri.slice(SHIPPED.length) : null;
