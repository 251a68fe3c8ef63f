import type { DebugProtocol } from "@vscode/debugprotocol";
import type { Program } from "../program/program.js";
import { baseName } from "../text/paths.js";

/** The number by which a client asks for the text of a bare query. */
export const QUERY_REFERENCE = 1;

export const querySource = ({ path, name }: Program): DebugProtocol.Source =>
  path === null ? { name, sourceReference: QUERY_REFERENCE } : { name, path };

/** The files that a run stands on. */
export const sourcesOf = (program: Program): DebugProtocol.Source[] => [
  querySource(program),
  ...[program.dataPath, program.schemaPath].flatMap((path) => (path === null ? [] : [{ name: baseName(path), path }])),
];
