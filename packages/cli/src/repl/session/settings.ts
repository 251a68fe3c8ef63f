import type { Schema } from "@semantic-xpath/planner";
import type { Data } from "../../input/data.js";
import type { Definition } from "./definitions.js";

/** What queries run with. A command replaces it as a whole, so that `:undo` is a matter of going back. */
export interface Settings {
  readonly data: LoadedData | null;
  readonly schema: LoadedSchema | null;
  /** The file whose queries were loaded last. */
  readonly module: string | null;
  /** The data and the schema that it imports: what was chosen instead stays when it is read again. */
  readonly imported: { readonly data: string | null; readonly schema: string | null };
  /** As one asks for it; undefined: the project's own, else lexical. */
  readonly scorer: string | undefined;
  readonly limit: number | null;
  readonly minScore: number;
  readonly params: Readonly<Record<string, string>>;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly watches: readonly string[];
  readonly redact: boolean;
  /** Whether times are printed: not in a script, whose output is the same each time. */
  readonly timed: boolean;
}

export interface LoadedData extends Data {
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
}

export interface LoadedSchema {
  readonly path: string;
  readonly text: string;
  readonly schema: Schema;
}

export const NO_SETTINGS: Settings = {
  data: null,
  schema: null,
  module: null,
  imported: { data: null, schema: null },
  scorer: undefined,
  limit: null,
  minScore: 0,
  params: {},
  definitions: new Map(),
  watches: [],
  redact: false,
  timed: true,
};
