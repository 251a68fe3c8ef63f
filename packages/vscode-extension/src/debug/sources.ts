import { type CompileResult, REQUESTS } from "@semantic-xpath/lsp";
import type { DebugConfiguration, Uri } from "vscode";
import { chooseFile } from "../files/chooseFile.js";
import type { Services } from "../services.js";
import { pathOf, uriOf } from "./paths.js";

/**
 * The data and schema of a file as a configuration has them; data that are not known are asked for. Undefined where the user gives
 * up. `own`: the adapter reads the file itself, and so what it imports.
 */
export async function sourcesOf(
  services: Services,
  uri: Uri,
  own: boolean,
): Promise<Partial<DebugConfiguration> | undefined> {
  const compile = () => services.session.request<CompileResult>(REQUESTS.compile, { uri: uri.toString() });
  let { data, schema } = await compile();
  if (data.uri === null) {
    if (!(await chooseFile(services, "data", uri))) return undefined;
    ({ data, schema } = await compile());
  }
  const isNeeded = ({ isImported }: CompileResult["data"]): boolean => !(own && isImported);
  return {
    ...(data.uri !== null && isNeeded(data) && { data: pathOf(uriOf(data.uri)) }),
    ...(schema.uri !== null && isNeeded(schema) && { schema: pathOf(uriOf(schema.uri)) }),
  };
}
