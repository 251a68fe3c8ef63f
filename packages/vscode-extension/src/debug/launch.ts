import { REQUESTS, type SourceEntry } from "@semantic-xpath/lsp";
import { type DebugConfiguration, debug, type Uri, workspace } from "vscode";
import { setting } from "../client/settings.js";
import { chooseFile } from "../files/chooseFile.js";
import { type Arguments, askChoice } from "../runs/askArguments.js";
import { requestFor } from "../runs/runTarget.js";
import { rangeOf, type Target } from "../runs/target.js";
import type { Services } from "../services.js";
import { pathOf, uriOf } from "./paths.js";

/** A query in a script, as a configuration names it: the session itself has only its text. */
export interface Origin {
  readonly uri: string;
  readonly offset: number;
}

/** Starts a debug session on a query. A query in a script is debugged as a text of its own: the file around it is not a query file. */
export async function debugTarget(services: Services, target: Target): Promise<void> {
  const { uri, title, entry, offset } = target;
  const document = await workspace.openTextDocument(uri);
  const launch = { type: "sxp", request: "launch", name: `Debug ${title}`, stopOnEntry: true };
  const folder = workspace.getWorkspaceFolder(uri);
  if (document.languageId === "sxp") {
    await debug.startDebugging(folder, { ...launch, program: pathOf(uri), ...queryOf(entry.name) });
    return;
  }
  const options = await optionsFor(services, target);
  const sources = options && (await sourcesOf(services, uri, false));
  if (sources === undefined) return;
  const text = document.getText(rangeOf(entry)).replaceAll(/\\(.)/g, "$1");
  const from: Origin = { uri: uri.toString(), offset };
  await debug.startDebugging(folder, { ...launch, text, from, ...options, ...sources });
}

export const queryOf = (name: string | null): Partial<DebugConfiguration> => (name === null ? {} : { query: name });

/** Arguments and options of a session as a run of the same query has them. Undefined if the user gives up. */
export async function optionsFor(
  { choices }: Services,
  target: Target,
  given: Arguments = {},
): Promise<Partial<DebugConfiguration> | undefined> {
  const choice = await askChoice(choices, target, given);
  if (choice === undefined) return undefined;
  const {
    params,
    limit,
    minScore,
    scorer = setting("scorer", target.uri),
  } = { ...requestFor(target, choice), ...choice };
  return { ...(scorer !== "" && { scorer }), limit, minScore, params };
}

/**
 * The data and schema of a file as a configuration has them; data that are not known are asked for. Undefined if the user gives up.
 * `own`: the adapter reads the file itself, and so what it imports.
 */
export async function sourcesOf(
  services: Services,
  uri: Uri,
  own: boolean,
): Promise<Partial<DebugConfiguration> | undefined> {
  const compile = () => services.session.request(REQUESTS.compile, { uri: uri.toString() });
  let { data, schema } = await compile();
  if (data.uri === null) {
    if (!(await chooseFile(services, "data", uri))) return undefined;
    ({ data, schema } = await compile());
  }
  const named = (name: "data" | "schema", { uri: source, importedAt }: SourceEntry) =>
    source === null || (own && importedAt !== null) ? {} : { [name]: pathOf(uriOf(source)) };
  return { ...named("data", data), ...named("schema", schema) };
}
