import { shippedSchemaName } from "@semantic-xpath/readers";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { type Program, QUERY_NAME } from "../program/program.js";
import { baseName, fileUri } from "../text/paths.js";
import type { Client } from "./context.js";

/** The number by which a client asks for the text of a bare query. */
export const QUERY_REFERENCE = 1;

/** Name of a bare query for a client: its ending tells an editor the language. */
export const QUERY_SOURCE = `${QUERY_NAME}.sxp`;

export const querySource = ({ path }: Program, client: Client): DebugProtocol.Source =>
  path === null ? { name: QUERY_SOURCE, sourceReference: QUERY_REFERENCE } : fileSource(path, client);

const fileSource = (path: string, { hasUris }: Client): DebugProtocol.Source => ({
  name: baseName(path),
  path: hasUris ? fileUri(path) : path,
});

/** The files of a run. */
export const sourcesOf = (program: Program, client: Client): DebugProtocol.Source[] => [
  querySource(program, client),
  ...[program.dataPath, program.schemaPath].flatMap((path) =>
    path === null || shippedSchemaName(path) !== null ? [] : [fileSource(path, client)],
  ),
];
